"""A report as one HTML file: no scripts, readable on a phone and without a network.

It runs on MicroPython as well, so that the virtual board makes the same page.
"""

from tools.report import drawing

_STYLE = """\
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem; }
body { color: #222; } h1 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; width: 100%; margin: .7rem 0; }
th, td { text-align: right; padding: .25rem .4rem; border-bottom: 1px solid #e4e4e4; }
td { font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; }
a { color: #14508f; } .about { color: #555; }
.board { max-width: 26rem; margin: .5rem 0; }
.name::before { content: ""; display: inline-block; width: .75em; height: .75em; }
.name::before { border: 1px solid #555; border-radius: 50%; margin-right: .35em; }
.name.s0::before, .side0 { background: #e8a23c; fill: #e8a23c; }
.name.s1::before, .side1 { background: #4f93e6; fill: #4f93e6; }
ol.lines { list-style: none; padding: 0; }
.lines li { border-bottom: 1px solid #eee; padding: .15rem 0; }
summary { cursor: pointer; } .row { display: inline-block; min-width: 2.2em; color: #666; }
summary .name { display: inline-block; min-width: 7.5em; }
.Blunder { color: #b00020; font-weight: bold; } .Mistake { color: #a34400; font-weight: bold; }
.Doubtful { color: #735c00; } .Fine { color: #666; }
.luck { color: #666; white-space: nowrap; }
.chances { margin: 1rem 0; max-width: 36rem; } .chances svg { width: 100%; display: block; }
.chances line { stroke: #ddd; } .chances .even { stroke: #999; }
.chances polyline { fill: none; stroke: #444; stroke-width: 2; } .chances circle { stroke: #222; }
.chances text { font: 13px system-ui, sans-serif; fill: #555; text-anchor: end; }
figcaption { font-size: .9rem; }
@media (max-width: 32rem) { table { font-size: .8rem; } th, td { padding: .2rem; } }
@media print { details:not([open]) > :not(summary), .jump { display: none; } }
"""
_PLAYERS = "<tr><th>Player</th><th>PR</th><th>decisions</th><th>points lost</th><th>luck</th></tr>"
_FACES = "".join(["<th>%d</th>" % face for face in range(1, 7)])
_PR = (
    "PR is 500 times the points lost per decision: lower is better. Luck is what the rolls were "
    "worth compared with average rolls. Points are multiples of the cube at that moment."
)
_ARROWS = "Green arrows show the best play, dashed red ones the play that was made."


def render(told):
    """The page's text of what telling.Report tells."""
    title = _text(told["title"])
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
        "<title>%s</title>\n" % title,
        "<style>\n%s%s</style>\n</head>\n<body>\n" % (drawing.STYLE, _STYLE),
        "%s\n<main>\n<h1>%s</h1>\n" % (drawing.BACKGROUND, title),
    ]
    about = ["%s: %s · " % (_text(one["what"]), _text(one["text"])) for one in told["about"]]
    parts.append('<p class="about">%sjudged by %s</p>\n' % ("".join(about), _text(told["judge"])))
    if told["notes"]:
        notes = "".join(["<li>%s</li>\n" % _text(note) for note in told["notes"]])
        parts.append('<ul class="about">\n%s</ul>\n' % notes)
    parts.append(_players(told["players"]))
    parts.append('<p class="about">%s %s</p>\n' % (_PR, _text(told["caution"])))
    if told["errors"]:
        parts.append('<p>%s <a href="#error-1">First error</a></p>\n' % _ARROWS)
    if told["worst"]:
        parts.append("<h2>The costliest decisions</h2>\n")
    parts += [_worst(one) for one in told["worst"]]
    for game in told["games"]:
        parts += _game(game, told["errors"])
    parts.append(_dice(told["dice"]))
    parts.append("</main>\n</body>\n</html>\n")
    return "".join(parts)


def _text(words):
    """What people wrote, as HTML."""
    for sign, code in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        words = words.replace(sign, code)
    return words


def _name(who):
    return '<span class="name s%d">%s</span>' % (who["side"], _text(who["name"]))


def _table(head, rows):
    lines = ["<tr>%s</tr>\n" % "".join(["<td>%s</td>" % cell for cell in row]) for row in rows]
    return "<table>\n%s\n%s</table>\n" % (head, "".join(lines))


def _players(players):
    columns = ("pr", "decisions", "lost", "luck")
    return _table(_PLAYERS, [[_name(one)] + [one[key] for key in columns] for one in players])


def _dice(players):
    head = "<tr><th>Player</th>%s<th>doubles</th><th>rolls</th></tr>" % _FACES
    rows = [[_name(one)] + one["faces"] + [one["doubles"], one["rolls"]] for one in players]
    said = '<p class="about">%s: %s Opening rolls are not counted.</p>\n'
    words = [said % (_text(one["name"]), one["words"]) for one in players if one["words"]]
    return "<h2>The dice</h2>\n" + _table(head, rows) + "".join(words)


def _judged(one):
    given = (one["word"], one["word"], one["loss"], _text(one["done"]), _text(one["best"]))
    return '<span class="%s">%s −%s</span>: %s; better %s' % given


def _board(one):
    label = _text(one["label"])
    return '<div class="board" role="img" aria-label="%s">%s</div>\n' % (label, one["board"])


def _worst(one):
    heading = (one["rank"], _text(one["who"]), one["game"], one["row"])
    said = (_text(one["text"]) + ". " if one["text"] else "") + _judged(one["judged"])
    why = "\n<br>%s." % _text(one["why"]) if one["why"] else ""
    return "<section>\n<h3>%d. %s, game %d, move %d</h3>\n%s<p>%s.%s</p>\n</section>\n" % (
        heading + (_board(one), said, why)
    )


_CHANCES = """\
<figure class="chances"><div role="img" aria-label="%s’s winning chances in game %d">%s</div>
<figcaption class="about">%s’s chance of winning the game before each roll. Dots mark mistakes
and blunders, in the colour of whoever made them.</figcaption></figure>
"""


def _game(game, errors):
    heading = (game["number"], game["scores"], _text(game["result"]))
    yield "<h2>Game %d: %s</h2>\n<p>%s.</p>\n" % heading
    yield _players(game["players"])
    if game["chances"]:
        first = _text(game["first"])
        yield _CHANCES % (first, game["number"], game["chances"], first)
    yield '<ol class="lines">\n'
    for line in game["lines"]:
        yield _line(line, errors)
    yield "</ol>\n"


def _line(line, errors):
    """An error is open, so that its board is there for who jumps to it."""
    number = line["error"]
    jump = ""
    if number:
        following = number + 1 if number < errors else 1
        words = "Next error" if number < errors else "Back to the first error"
        jump = '<a class="jump" href="#error-%d">%s</a>' % (following, words)
    return "<li%s>\n<details%s><summary>%s</summary>\n%s%s%s</details>\n</li>\n" % (
        ' id="error-%d"' % number if number else "",
        " open" if number else "",
        _summary(line),
        "".join(['<p class="about">%s.</p>\n' % _text(why) for why in line["whys"]]),
        _board(line),
        jump,
    )


def _summary(line):
    parts = ['<span class="row">%d.</span>' % line["row"]]
    if line["who"]:
        parts.append(_name(line["who"]))
    parts.append(_text(line["text"]))
    if line["luck"]:
        parts.append('<span class="luck">luck %s</span>' % line["luck"])
    return " ".join(parts) + "".join(["\n<br>" + _judged(one) for one in line["errors"]])
