# Completion of unisono for bash: the commands and options that the program itself tells, so that it is never out of date.
_unisono()
{
    local current=${COMP_WORDS[COMP_CWORD]} words
    if [ "$COMP_CWORD" = 1 ]; then
        words="$(unisono --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p') --help --version"
    elif [[ $current == -* ]]; then
        words=$(unisono "${COMP_WORDS[1]}" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\).*/\1/p')
    else
        compopt -o default
        return
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _unisono unisono
