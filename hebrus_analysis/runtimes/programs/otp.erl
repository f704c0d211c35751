%% Erlang/OTP: one answer per line; see runtimes/wire.py. The one known shape of JSON is read by hand.
-module(otp).
-export([main/0]).

main() -> serve(open_port({fd, 0, 1}, [in, out, binary, eof, {line, 1 bsl 24}])).

serve(Port) ->
    receive
        {Port, {data, {eol, Line}}} ->
            <<"{\"id\":", Rest/binary>> = Line,
            [Id, Asked] = binary:split(Rest, <<",">>),
            port_command(Port, [<<"{\"id\":">>, Id, $,, said(Asked), <<"}\n">>]),
            serve(Port);
        {Port, eof} ->
            halt(0)
    end.

predicates() ->
    #{<<"unicode_util:is_whitespace">> => fun unicode_util:is_whitespace/1,
      <<"\\s unicode">> => matches("\\A\\s\\z", [unicode]),
      <<"\\s unicode ucp">> => matches("\\A\\s\\z", [unicode, ucp])}.

trims() ->
    #{<<"string:trim">> => fun string:trim/1}.

normalizers() ->
    #{<<"NFC">> => fun unicode:characters_to_nfc_binary/1, <<"NFD">> => fun unicode:characters_to_nfd_binary/1,
      <<"NFKC">> => fun unicode:characters_to_nfkc_binary/1, <<"NFKD">> => fun unicode:characters_to_nfkd_binary/1}.

matches(Expression, Options) ->
    {ok, Pattern} = re:compile(Expression, Options),
    fun(Codepoint) -> re:run(<<Codepoint/utf8>>, Pattern, [{capture, none}]) =:= match end.

said(<<"\"ask\":\"about\"", _/binary>>) ->
    {Major, Minor} = unicode_util:spec_version(),
    Kinds = [{<<"predicates">>, predicates()}, {<<"trims">>, trims()}, {<<"normalizers">>, normalizers()}],
    Release = erlang:system_info(otp_release),
    [io_lib:format("\"version\":\"Erlang/OTP ~s\",\"unicode\":\"~b.~b\"", [Release, Major, Minor]),
     [[$,, $", Kind, "\":[", lists:join($,, [[$", escaped(Name), $"] || Name <- maps:keys(Named)]), $]]
      || {Kind, Named} <- Kinds]];
said(<<"\"ask\":\"", Rest/binary>>) ->
    [Ask, Named] = binary:split(Rest, <<"\",\"name\":\"">>),
    [Name, Texts] = binary:split(Named, <<"\",\"texts\":[">>),
    Kinds = #{<<"predicate">> => predicates(), <<"trim">> => trims(), <<"normalize">> => normalizers()},
    Functions = maps:get(Ask, Kinds),
    Function = maps:get(binary:replace(Name, <<"\\\\">>, <<"\\">>, [global]), Functions),
    Answers = [answer(Ask, Function, Place, Text) || {Place, Text} <- texts(Texts, 0, [], none, [])],
    Said = fun(Kind) -> lists:join($,, [Item || {Of, Item} <- Answers, Of =:= Kind]) end,
    ["\"true\":[", Said(member), "],\"changed\":[", Said(changed), "],\"failed\":{", Said(failed), $}].

answer(Ask, Function, Place, Text) ->
    Number = integer_to_binary(Place),
    try
        case Ask of
            <<"predicate">> ->
                case Function(hd(Text)) of true -> {member, Number}; false -> same end;
            _ ->
                Given = <<<<Codepoint/utf8>> || Codepoint <- Text>>,
                case Function(Given) of
                    Given -> same;
                    Made when is_binary(Made) ->
                        Numbers = [[$,, integer_to_binary(Codepoint)] || <<Codepoint/utf8>> <= Made],
                        {changed, [$[, Number, Numbers, $]]};
                    Other -> {failed, [$", Number, "\":\"", escaped(printed(Other)), $"]}
                end
        end
    catch
        _:Error -> {failed, [$", Number, "\":\"", escaped(printed(Error)), $"]}
    end.

%% The texts with their places: `Codepoints` are those of the text so far, in reverse, `Number` is the one being read.
texts(<<"],", Rest/binary>>, Place, Codepoints, Number, Found) ->
    texts(Rest, Place + 1, [], none, [{Place, text(Codepoints, Number)} | Found]);
texts(<<"]]}", _/binary>>, Place, Codepoints, Number, Found) ->
    lists:reverse([{Place, text(Codepoints, Number)} | Found]);
texts(<<$[, Rest/binary>>, Place, [], none, Found) -> texts(Rest, Place, [], none, Found);
texts(<<$,, Rest/binary>>, Place, Codepoints, Number, Found) -> texts(Rest, Place, [Number | Codepoints], none, Found);
texts(<<"]}", _/binary>>, 0, [], none, []) -> [];
texts(<<Digit, Rest/binary>>, Place, Codepoints, none, Found) -> texts(Rest, Place, Codepoints, Digit - $0, Found);
texts(<<Digit, Rest/binary>>, Place, Codepoints, Number, Found) ->
    texts(Rest, Place, Codepoints, Number * 10 + Digit - $0, Found).

text([], none) -> [];
text(Codepoints, Number) -> lists:reverse([Number | Codepoints]).

printed(Term) -> [Char || Char <- lists:flatten(io_lib:format("~0p", [Term])), Char >= $\s, Char =< $~].

escaped(Name) -> [case Char of $" -> "\\\""; $\\ -> "\\\\"; _ -> Char end || Char <- unicode:characters_to_list(Name)].
