<?php
// PHP: one answer per line; see runtimes/wire.py.

function matches(string $pattern): callable
{
    return function (string $text) use ($pattern) {
        $found = preg_match($pattern, $text);
        if ($found === false) {
            throw new ValueError(preg_last_error_msg());
        }
        return $found === 1;
    };
}

$predicates = [
    '\s u' => matches('/^\s$/uD'),
    '[[:space:]] u' => matches('/^[[:space:]]$/uD'),
    '\h u' => matches('/^\h$/uD'),
    '\v u' => matches('/^\v$/uD'),
    // Bytes have no code points above U+00FF.
    '\s' => fn ($text) => mb_ord($text) < 256 && preg_match('/^\s$/D', chr(mb_ord($text))),
    'ctype_space' => fn ($text) => mb_ord($text) < 256 && ctype_space(chr(mb_ord($text))),
    'IntlChar::isspace' => fn ($text) => IntlChar::isspace($text),
    'IntlChar::isWhitespace' => fn ($text) => IntlChar::isWhitespace($text),
    'IntlChar::isUWhiteSpace' => fn ($text) => IntlChar::isUWhiteSpace($text),
];
$trims = [
    'trim' => 'trim',
    'ltrim' => 'ltrim',
    'rtrim' => 'rtrim',
    'preg_replace \s u' => fn ($text) => preg_replace('/^\s+|\s+$/uD', '', $text),
    'preg_replace \s' => fn ($text) => preg_replace('/^\s+|\s+$/D', '', $text),
];
foreach (['mb_trim', 'mb_ltrim', 'mb_rtrim'] as $newer) {
    if (function_exists($newer)) {
        $trims[$newer] = $newer;
    }
}
$normalizers = [
    'NFC' => Normalizer::NFC,
    'NFD' => Normalizer::NFD,
    'NFKC' => Normalizer::NFKC,
    'NFKD' => Normalizer::NFKD,
];

function read(array $codepoints): string
{
    $text = '';
    foreach ($codepoints as $codepoint) {
        $char = mb_chr($codepoint, 'UTF-8');
        if ($char === false) {
            throw new ValueError(sprintf('mb_chr makes nothing of U+%04X', $codepoint));
        }
        $text .= $char;
    }
    return $text;
}

function answer(string $ask, callable|int $function, array $texts): array
{
    $found = ['true' => [], 'changed' => [], 'failed' => []];
    foreach ($texts as $place => $codepoints) {
        try {
            $text = read($codepoints);
            if ($ask === 'predicate') {
                if ($function($text)) {
                    $found['true'][] = $place;
                }
                continue;
            }
            $made = $ask === 'trim' ? $function($text) : Normalizer::normalize($text, $function);
            if (!is_string($made) || !mb_check_encoding($made, 'UTF-8')) {
                throw new ValueError(is_string($made) ? 'the bytes that are left are no UTF-8' : 'it returned false');
            }
            if ($made !== $text) {
                $found['changed'][] = [$place, ...array_map('mb_ord', mb_str_split($made))];
            }
        } catch (Throwable $error) {
            $found['failed'][$place] = get_class($error) . ': ' . $error->getMessage();
        }
    }
    $found['failed'] = (object) $found['failed'];
    return $found;
}

mb_internal_encoding('UTF-8');
while (($line = fgets(STDIN)) !== false) {
    $request = json_decode($line, true);
    $functions = ['predicate' => $predicates, 'trim' => $trims, 'normalize' => $normalizers];
    $said = $request['ask'] === 'about'
        ? [
            'version' => 'PHP ' . PHP_VERSION . ', PCRE ' . PCRE_VERSION . ', ICU ' . INTL_ICU_VERSION,
            'unicode' => implode('.', array_slice(IntlChar::getUnicodeVersion(), 0, 3)),
            'predicates' => array_keys($predicates),
            'trims' => array_keys($trims),
            'normalizers' => array_keys($normalizers),
        ]
        : answer($request['ask'], $functions[$request['ask']][$request['name']], $request['texts']);
    echo json_encode(['id' => $request['id']] + $said), "\n";
    flush();
}
