# Completion of derive for fish: derive completion fish | source
function __derive_completion
    set -l before (commandline -opc)
    set -l typed (commandline -ct | string unescape)
    for row in (_DERIVE_COMPLETE=fish command $before[1] $before[2..-1] "$typed" 2>/dev/null)
        set -l part (string split -m 2 \t -- $row)
        switch $part[1]
            case word open
                printf '%s\t%s\n' $part[2] $part[3]
            case file
                __fish_complete_path $typed
            case folder
                __fish_complete_directories $typed
        end
    end
end
complete -c derive -f -k -a '(__derive_completion)'
