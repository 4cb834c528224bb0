# Completion of derive for bash 4.4 or later: eval "$(derive completion bash)"
_derive_completion() {
    local kind value
    COMPREPLY=()
    while IFS=$'\t' read -r kind value; do
        case $kind in
            word) COMPREPLY+=("$value") ;;
            open) COMPREPLY+=("$value"); compopt -o nospace ;;
            file) compopt -o default ;;
            folder) compopt -o default -o dirnames ;;
        esac
    done < <(_DERIVE_COMPLETE=bash COMP_LINE=$COMP_LINE COMP_POINT=$COMP_POINT "$1" 2>/dev/null)
}
complete -o nosort -F _derive_completion derive
