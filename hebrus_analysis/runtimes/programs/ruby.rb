# Ruby: one answer per line; see runtimes/wire.py.
require "json"
require "rbconfig"

PREDICATES = {
  '\s' => ->(text) { text.match?(/\A\s\z/) },
  "[[:space:]]" => ->(text) { text.match?(/\A[[:space:]]\z/) },
  "[[:blank:]]" => ->(text) { text.match?(/\A[[:blank:]]\z/) },
  '\p{Space}' => ->(text) { text.match?(/\A\p{Space}\z/) },
  "String#split" => ->(text) { "x#{text}x".split.size > 1 },
}
TRIMS = {strip: :strip, lstrip: :lstrip, rstrip: :rstrip}.transform_keys(&:to_s)
FORMS = %w[NFC NFD NFKC NFKD]

def about
  unicode = RbConfig::CONFIG["UNICODE_VERSION"].to_s
  version = "Ruby #{RUBY_VERSION}"
  {version: version, unicode: unicode, predicates: PREDICATES.keys, trims: TRIMS.keys, normalizers: FORMS}
end

def answer(ask, name, texts)
  found = {true: [], changed: [], failed: {}}
  texts.each_with_index do |codepoints, place|
    text = codepoints.pack("U*")
    raise ArgumentError, "no valid UTF-8" unless text.valid_encoding?
    if ask == "predicate"
      found[:true] << place if PREDICATES[name].(text)
      next
    end
    made = ask == "trim" ? text.public_send(TRIMS[name]) : text.unicode_normalize(name.downcase.to_sym)
    found[:changed] << [place, *made.codepoints] if made != text
  rescue StandardError => error
    found[:failed][place] = "#{error.class}: #{error.message}"
  end
  found
end

$stdout.sync = true
$stdin.each_line do |line|
  request = JSON.parse(line)
  said = request["ask"] == "about" ? about : answer(request["ask"], request["name"], request["texts"])
  puts JSON.generate({id: request["id"], **said})
end
