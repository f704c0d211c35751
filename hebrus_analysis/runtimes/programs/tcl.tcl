# Tcl: one answer per line; see runtimes/wire.py. Braces for brackets and blanks for commas make a list of Tcl.
# Tcl 8 holds 16 bits in a character, so beyond U+FFFF there is no character to ask about; that is a failure.
set predicates {"string is space" {\s}}
set astral [format %c 0x1D15E]
set widest [expr {[string length $astral] == 1 && [scan $astral %c] == 0x1D15E ? 0x10FFFF : 0xFFFF}]
set trims {"string trim"}

proc names {list} {
    return [join [lmap name $list {format {"%s"} [string map {\\ \\\\} $name]}] ,]
}

proc about {} {
    global predicates trims
    set said "\"version\":\"Tcl [info patchlevel]\",\"unicode\":\"\",\"predicates\":\[[names $predicates]\]"
    return "$said,\"trims\":\[[names $trims]\],\"normalizers\":\[\]"
}

proc answer {ask name texts} {
    global widest
    set true {}
    set changed {}
    set failed {}
    set place -1
    set command $name
    if {$ask eq "predicate"} {
        set command [expr {$name eq "string is space" ? {string is space -strict} : [list regexp "\\A$name\\Z"]}]
    }
    foreach codepoints $texts {
        incr place
        set text ""
        set beyond 0
        foreach codepoint $codepoints {
            if {$codepoint > $widest} { set beyond 1; break }
            append text [format %c $codepoint]
        }
        if {$beyond} {
            lappend failed "\"$place\":\"no character of Tcl 8\""
        } elseif {$ask eq "predicate"} {
            if {[{*}$command $text]} { lappend true $place }
        } else {
            set made [{*}$command $text]
            if {$made eq $text} continue
            lappend changed "\[[join [list $place {*}[lmap char [split $made ""] {scan $char %c}]] ,]\]"
        }
    }
    return "\"true\":\[[join $true ,]\],\"changed\":\[[join $changed ,]\],\"failed\":\{[join $failed ,]\}"
}

while {[gets stdin line] >= 0} {
    regexp {^\{"id":(\d+),"ask":"(\w+)"(?:,"name":"([^"]*)","texts":\[(.*)\])?\}$} $line -> id ask name texts
    set name [string map {\\\\ \\} $name]
    set said [expr {$ask eq "about" ? [about] : [answer $ask $name [string map {\[ \{ \] \} , " "} $texts]]}]
    puts "{\"id\":$id,$said}"
    flush stdout
}
