# Completion of unisono for bash: the commands and options that the program itself tells, so that it is never out of date.
_unisono()
{
    local current=${COMP_WORDS[COMP_CWORD]} words
    if [ "$COMP_CWORD" = 1 ]; then
        words="$(unisono --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p') --help --version"
    elif [[ $current == -* ]]; then
        words=$(unisono "${COMP_WORDS[1]}" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\).*/\1/p')
    elif [ "$COMP_CWORD" = 2 ]; then
        # What some commands list before their options, or say in their first line: unisono admin close TABLE, unisono store init|status
        words=$(unisono "${COMP_WORDS[1]}" --help 2>/dev/null |
            sed -nE -e 's/^usage: unisono [a-z]+ ([a-z|]+) .*/\1/p' -e 's/^ {0,2}([a-z]+(, [a-z]+)*)( [A-Z.]+)* {2,}.*/\1/p' | tr ',|' '  ')
    fi
    if [ -z "$words" ]; then
        compopt -o default
        return
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _unisono unisono
