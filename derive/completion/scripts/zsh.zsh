#compdef derive
# Completion of derive for zsh: eval "$(derive completion zsh)" after compinit
_derive() {
    local kind value told
    local -a words_before plain plain_told open open_told
    words_before=("${(@Q)words[2,CURRENT-1]}")
    while IFS=$'\t' read -r kind value told; do
        case $kind in
            word) plain+=("$value"); plain_told+=("$value${told:+  -- $told}") ;;
            open) open+=("$value"); open_told+=("$value${told:+  -- $told}") ;;
            file) _files ;;
            folder) _files -/ ;;
        esac
    done < <(_DERIVE_COMPLETE=zsh "${words[1]}" "${words_before[@]}" "${(Q)PREFIX}" 2>/dev/null)
    (( $#plain )) && compadd -V derive -l -d plain_told -a plain
    (( $#open )) && compadd -V derive -l -S '' -d open_told -a open
}
if [[ $funcstack[1] == _derive ]]; then
    _derive "$@"
else
    compdef _derive derive
fi
