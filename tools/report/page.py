"""A report as one HTML file without scripts, made by CPython or by the page's MicroPython."""

from tools.report import drawing

_STYLE = """\
:root { color-scheme: light dark; --ink: #222; --faint: #5c5c5c; --line: #ddd; --paper: #fff;
  --link: #14508f; --bad: #b00020; --poor: #994000; --doubt: #735c00; --made: #f3ecdc; }
@media (prefers-color-scheme: dark) { :root { --ink: #efe6d8; --faint: #b3a795; --line: #4a4034;
  --paper: #1b1612; --link: #d8b878; --bad: #ff8d80; --poor: #ffb066; --doubt: #e3cf7a;
  --made: #38301f; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem;
  color: var(--ink); background: var(--paper); }
h1 { line-height: 1.2; margin-bottom: .2rem; } .result { font-size: 1.25rem; margin: 0 0 .5rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; margin: .7rem 0; }
th, td { text-align: right; padding: .25rem .4rem; border-bottom: 1px solid var(--line); }
th { font-weight: normal; color: var(--faint); } thead th { vertical-align: bottom; }
tbody :is(th, td) { vertical-align: baseline; }
td { font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; }
a { color: var(--link); } .about, .luck, .row { color: var(--faint); }
p, ul, .both { max-width: 46rem; } .plays { max-width: 30rem; font-size: .9rem; }
.plays th[scope=row] { color: var(--ink); }
.made th, .made td { background: var(--made); }
code { user-select: all; overflow-wrap: anywhere; font-size: .8rem; }
.board { max-width: 27rem; margin: .5rem 0; }
.name::before { content: ""; display: inline-block; width: .75em; height: .75em;
  border: 1px solid #777; border-radius: 50%; margin-right: .35em; vertical-align: -.06em; }
.name.s0::before, .side0 { background: #e8a23c; fill: #e8a23c; }
.name.s1::before, .side1 { background: #4f93e6; fill: #4f93e6; }
ol.lines { list-style: none; padding: 0; }
.lines > li { border-bottom: 1px solid var(--line); padding: .15rem 0; }
summary { display: grid; grid: auto / 1rem 2rem 8.5em 1fr 6.5em 9.5em; grid-auto-flow: dense;
  align-items: baseline; column-gap: .5rem; cursor: pointer; }
summary::before { content: "▸"; } [open] > summary::before { content: "▾"; }
.row { grid-column: 2; } summary .name { grid-column: 3; overflow-wrap: anywhere; }
.text { grid-column: 4; } .luck { grid-column: 5; } .verdict { grid-column: 6; }
.long { grid-column: 4 / -1; }
.Blunder, .Mistake { font-weight: bold; } .Blunder { color: var(--bad); }
.Mistake { color: var(--poor); }
.Doubtful { color: var(--doubt); } .Fine { color: var(--faint); }
.chances { margin: 1rem 0; max-width: 36rem; } .chances svg { width: 100%; display: block; }
.chances line { stroke: var(--line); } .chances .even { stroke: #999; }
.chances polyline { fill: none; stroke: var(--ink); stroke-width: 2; }
.chances circle { stroke: var(--ink); }
.chances text { font: 13px system-ui, sans-serif; fill: var(--faint); text-anchor: end; }
figcaption { font-size: .9rem; }
@media (min-width: 60rem) { .beside { display: grid; grid-template-columns: 27rem 30rem;
  gap: 2rem; } }
@media (max-width: 32rem) { table { font-size: .85rem; } th, td { padding: .2rem; }
  summary { grid-template-columns: 1rem 1.6rem 6.5em 1fr; } .luck { grid-column: 3; }
  .verdict { grid-column: 4; } .long { grid-column: 3 / -1; } }
@media print { details:not([open]) > :not(summary), .jump { display: none; } }
"""
_PR = (
    "PR is 500 times the equity lost per decision: lower is better. Luck compares what the rolls "
    "were worth with average rolls. Equity and luck are in multiples of the cube at that moment."
)
_ARROWS = "Green arrows show the best play, dashed red ones the play that was made."
_PLAYS = ("Play", "Equity", "Error", "Win %", "Gam. %", "Gam. lost %")
_CUBES = ("Cube", "Equity")
_DICE = ("Player", "1", "2", "3", "4", "5", "6", "doubles", "rolls")
_CHANCES = """\
<figure class="chances"><div role="img" aria-label="Course of game %d">%s</div>
<figcaption class="about">%s’s chance of winning the game before each roll. Dots mark mistakes
and blunders, in the colour of whoever made them.</figcaption></figure>
"""
_LINE = """\
<li%s>
<details%s><summary>%s</summary>
<div class="beside">%s<div>%s</div></div></details>
</li>
"""


def render(told):
    """Returns the HTML of telling.whole."""
    title = _text(told["title"])
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
        "<title>%s</title>\n" % title,
        "<style>\n%s%s</style>\n</head>\n<body>\n" % (drawing.STYLE, _STYLE),
        "%s\n<main>\n<h1>%s</h1>\n" % (drawing.BACKGROUND, title),
        '<p class="result">%s</p>\n' % _text(told["result"]),
    ]
    about = ["%s: %s · " % (_text(one["what"]), _text(one["text"])) for one in told["about"]]
    parts.append('<p class="about">%sJudge: %s</p>\n' % ("".join(about), _text(told["judge"])))
    if told["left"]:
        parts.append("<p><b>%s</b></p>\n" % told["left"])
    if told["notes"]:
        notes = "".join(["<li>%s</li>\n" % _text(note) for note in told["notes"]])
        parts.append('<ul class="about">\n%s</ul>\n' % notes)
    parts.append(_players(told["names"], told["rows"]))
    parts.append('<p class="about">%s %s</p>\n' % (_PR, _text(told["caution"])))
    if told["worst"]:
        costly = "".join([_costly(one, told["names"]) for one in told["worst"]])
        parts.append("<h2>The costliest decisions</h2>\n<ol>\n%s</ol>\n" % costly)
        parts.append("<p>%s</p>\n" % _ARROWS)
    for game in told["games"]:
        parts += _game(game, told["names"], told["errors"])
    parts.append(_dice(told["dice"]))
    parts.append("</main>\n</body>\n</html>\n")
    return "".join(parts)


def _text(words):
    """Returns a text as HTML."""
    for sign, code in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        words = words.replace(sign, code)
    return words


def _name(side, name):
    return '<span class="name s%d">%s</span>' % (side, _text(name))


def _table(heads, rows, css=""):
    """Returns a table. `rows`: (True for a marked row, cells); the first cell is the row's head."""
    lines = [
        '<tr%s><th scope="row">%s</th>%s</tr>\n'
        % (' class="made"' if made else "", first, "".join(["<td>%s</td>" % cell for cell in rest]))
        for made, (first, *rest) in rows
    ]
    head = "".join(["<th>%s</th>" % one if one else "<td></td>" for one in heads])
    return "<table%s>\n<thead><tr>%s</tr></thead>\n<tbody>\n%s</tbody></table>\n" % (
        css,
        head,
        "".join(lines),
    )


def _players(names, rows):
    heads = [""] + [_name(*one) for one in enumerate(names)]
    return _table(heads, [(False, [what] + both) for what, both in rows], ' class="both"')


def _dice(players):
    rows = [
        (False, [_name(side, one["name"])] + one["faces"] + [one["doubles"], one["rolls"]])
        for side, one in enumerate(players)
    ]
    said = '<p class="about">%s: %s Opening rolls are not counted.</p>\n'
    words = [said % (_text(one["name"]), one["words"]) for one in players if one["words"]]
    return "<h2>The dice</h2>\n" + _table(_DICE, rows) + "".join(words)


def _graded(one):
    lost = " −%s" % one["lost"] if one["loss"] else ""
    return '<span class="%s">%s%s</span>' % (one["word"], one["word"], lost)


def _costly(one, names):
    where = (one["error"], _graded(one), _text(names[one["side"]]), one["game"], one["row"])
    return '<li><a href="#%s">%s</a> %s, game %d, move %d: %s</li>\n' % (
        where + (_text(one["text"]),)
    )


def _game(game, names, errors):
    score = "%d–%d" % tuple(game["scores"])
    yield "<h2>Game %d: %s</h2>\n<p>%s.</p>\n" % (game["number"], score, _text(game["result"]))
    yield _players(names, game["rows"])
    if game["chances"]:
        yield _CHANCES % (game["number"], game["chances"], _text(names[0]))
    yield '<ol class="lines">\n'
    for line in game["lines"]:
        yield _line(line, errors)
    yield "</ol>\n"


def _line(line, errors):
    """Returns a line's item, which is open for an error, because links lead to its board."""
    error = line["error"]
    jump = ""
    if error:
        after = errors[(errors.index(error) + 1) % len(errors)]
        words = "Next error" if error != errors[-1] else "Back to the first error"
        jump = '<a class="jump" href="#%s">%s</a>' % (after, words)
    board = '<div class="board" role="img" aria-label="%s">%s</div>\n'
    return _LINE % (
        ' id="%s"' % error if error else "",
        " open" if error else "",
        _summary(line),
        board % (_text(line["label"]), line["board"]),
        "".join([_compared(one) for one in line["decisions"]]) + jump,
    )


def _summary(line):
    parts = ['<span class="row">%d.</span>' % line["row"]]
    if line["who"]:
        parts.append(_name(line["who"]["side"], line["who"]["name"]))
    parts.append('<span class="text">%s</span>' % _text(line["text"]))
    luck = "luck %s" % line["luck"] if line["luck"] else ""
    parts.append('<span class="luck">%s</span>' % luck)
    return " ".join(parts + [_verdict(one) for one in line["decisions"] if one["loss"]])


def _verdict(one):
    done = ": " + _text(one["done"]) if one["done"] else ""
    words = done + (one["best"] and ". Correct: " + _text(one["best"]))
    css = "verdict long" if words else "verdict"
    return '<span class="%s">%s%s</span>' % (css, _graded(one), words)


def _compared(one):
    """Returns the actions compared with a decision, the reason and the XGID."""
    parts = []
    if one["why"]:
        parts.append('<p class="about">%s.</p>\n' % _text(one["why"]))
    if one["rows"]:
        heads = _CUBES if one["cube"] else _PLAYS
        rows = [(made, [text + " (played)" * made] + cells) for text, made, *cells in one["rows"]]
        parts.append(_table(heads, rows, ' class="plays"'))
        if one["cube"]:
            parts.append('<p class="about">%s.</p>\n' % one["cube"])
        if one["xgid"]:
            parts.append("<p><code>%s</code></p>\n" % one["xgid"])
    return "".join(parts)
