# Perl: one answer per line; see runtimes/wire.py. JSON::PP is slow, so the one known shape is read by hand.
use strict;
use warnings;
no warnings qw(surrogate nonchar non_unicode experimental);
use feature 'unicode_strings';
use Unicode::Normalize ();
use Unicode::UCD ();

# Texts come upgraded, that is, under the rules of Unicode; `/d` is asked of one that was downgraded, where that can be.
my %predicates = (
    '\s' => sub { $_[0] =~ /\A\s\z/ },
    '\s /a' => sub { $_[0] =~ /\A\s\z/a },
    '\s /d' => sub { my $text = $_[0]; utf8::downgrade($text, 1); $text =~ /\A\s\z/d },
    '[[:space:]]' => sub { $_[0] =~ /\A[[:space:]]\z/ },
    '\p{White_Space}' => sub { $_[0] =~ /\A\p{White_Space}\z/ },
    '\h' => sub { $_[0] =~ /\A\h\z/ },
    '\v' => sub { $_[0] =~ /\A\v\z/ },
);
my %trims = (
    's/^\s+|\s+$//g' => sub { $_[0] =~ s/^\s+|\s+$//gr },
    ($] >= 5.036 ? ('builtin::trim' => eval 'sub { builtin::trim($_[0]) }') : ()),
);
my %normalizers = (
    NFC => \&Unicode::Normalize::NFC, NFD => \&Unicode::Normalize::NFD,
    NFKC => \&Unicode::Normalize::NFKC, NFKD => \&Unicode::Normalize::NFKD,
);

sub quoted { join ',', map { '"' . s/([\\"])/\\$1/gr . '"' } @_ }

sub about {
    my $version = sprintf 'Perl %vd, Unicode::Normalize %s', $^V, $Unicode::Normalize::VERSION;
    return sprintf '"version":"%s","unicode":"%s","predicates":[%s],"trims":[%s],"normalizers":[%s]',
        $version, Unicode::UCD::UnicodeVersion(), map { quoted(sort keys %$_) } \%predicates, \%trims, \%normalizers;
}

sub answer {
    my ($ask, $name, $texts) = @_;
    my $function = ($ask eq 'predicate' ? \%predicates : $ask eq 'trim' ? \%trims : \%normalizers)->{$name};
    my ($place, @true, @changed, @failed) = (-1);
    while ($texts =~ /\[([\d,]*)\]/g) {
        my $text = pack 'W*', split /,/, $1;
        $place++;
        utf8::upgrade($text);
        my $made = eval { $function->($text) };
        if ($@) { push @failed, "\"$place\":" . quoted($@ =~ s/[^ -~].*//sr) }
        elsif ($ask eq 'predicate') { push @true, $place if $made }
        elsif ($made ne $text) { push @changed, '[' . join(',', $place, unpack 'W*', $made) . ']' }
    }
    return sprintf '"true":[%s],"changed":[%s],"failed":{%s}', map { join ',', @$_ } \@true, \@changed, \@failed;
}

$| = 1;
while (my $line = <STDIN>) {
    my ($id, $ask) = $line =~ /^\{"id":(\d+),"ask":"(\w+)"/ or die;
    my ($name, $texts) = $line =~ /"name":"((?:[^"\\]|\\.)*)","texts":\[(.*)\]\}/s;
    $name =~ s/\\(.)/$1/g if defined $name;
    printf "{\"id\":%d,%s}\n", $id, $ask eq 'about' ? about() : answer($ask, $name, $texts);
}
