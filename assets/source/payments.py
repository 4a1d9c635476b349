"""python3 payments.py   env: NPM (node_modules with @fontsource/tektur)
Neutral enamel badges of the payment methods, by their names in the catalogue, into ../payments: a sign, and where there is one a ticker or a name in the site's own letters,
as outlines. No logos. Needs fontTools."""
import os
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

font = TTFont(os.path.join(os.environ['NPM'], '@fontsource/tektur/files/tektur-latin-800-normal.woff'))
glyphs, cmap, em = font.getGlyphSet(), font.getBestCmap(), font['head'].unitsPerEm
HEIGHT, CUT, INK, ACCENT = 44, 8, '#14191c', '#a24b00'

def fmt(v):
    return ('%.1f' % v).rstrip('0').rstrip('.')

def word(text, x, size, baseline):
    """Outlines of a word from x on, and where it ends."""
    scale = size / em
    pen = SVGPathPen(glyphs, fmt)
    for char in text:
        glyph = glyphs[cmap[ord(char)]]
        glyph.draw(TransformPen(pen, (scale * .86, 0, 0, -scale, x, baseline)))
        x += glyph.width * scale * .86 + .4
    return pen.getCommands(), x

# signs in a box of 24 by 24
SIGNS = {
    'card': '<path d="M1 4h20l2 2v14H3l-2-2z" fill="none" stroke="%s" stroke-width="2"/><path d="M1 8h22v4H1zM4 15h6v2H4z" fill="%s"/>' % (INK, INK),
    'link': '<g fill="none" stroke="%s" stroke-width="2.6"><path d="M10 15 15 9"/><path d="m12 7 3-3h4l2 2v4l-4 4h-3"/><path d="m12 17-3 3H5l-2-2v-4l4-4h3"/></g>' % INK,
    'coin': '<circle cx="12" cy="12" r="10.6" fill="none" stroke="%s" stroke-width="2"/><path d="M12 5.2 17.9 8.6v6.8L12 18.8 6.1 15.4V8.6z" fill="none" stroke="%s" stroke-width="1.8"/><path d="M12 9.4v5.2" stroke="%s" stroke-width="2.4"/>' % (INK, ACCENT, ACCENT),
    'wallet': '<path d="M2 6h17l2 2v12H4l-2-2zM2 6l3-3h12v3" fill="none" stroke="%s" stroke-width="2"/><path d="M14 12h9v5h-9z" fill="%s"/>' % (INK, ACCENT),
    'other': '<g fill="%s"><path d="M1 9h6v6H1z"/><path d="M9 9h6v6H9z" fill="%s"/><path d="M17 9h6v6h-6z"/></g>' % (INK, ACCENT),
}
BADGES = {'card': ('card', ''), 'card_and_more': ('card', '+5'), 'link': ('link', ''), 'other': ('other', ''), 'advcash': ('wallet', 'ADVCASH'), 'perfect_money': ('wallet', 'PERFECT MONEY'),
          'bitcoin': ('coin', 'BTC'), 'ethereum': ('coin', 'ETH'), 'litecoin': ('coin', 'LTC'), 'tether': ('coin', 'USDT'), 'binance_coin': ('coin', 'BNB')}
PLATE = '<linearGradient id="e" x2="0" y2="1"><stop stop-color="#fbf6ea"/><stop offset=".55" stop-color="#ddd3bf"/><stop offset="1" stop-color="#efe6d3"/></linearGradient>'

out = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'payments')
os.makedirs(out, exist_ok=True)
for name, (sign, text) in BADGES.items():
    outline, end = word(text, 46, 19, 29) if text else ('', 34)
    w, h, c = round(end + (13 if text else 10)), HEIGHT, CUT
    def cut(i):
        return 'M%d %dH%dL%d %dV%dH%dL%d %dz' % (i, i, w - c, w - i, c, h - i, c, i, h - c)
    body = '<path d="%s" fill="url(#e)"/><path d="%s" fill="none" stroke="#b9ae9a"/>' % (cut(0), cut(2))
    body += '<g transform="translate(%d 10)">%s</g>' % (12 if text else 10, SIGNS[sign])
    if outline:
        body += '<path d="%s" fill="%s"/>' % (outline, INK)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d"><defs>%s</defs>%s</svg>\n' % (w, h, w, h, PLATE, body)
    with open(os.path.join(out, name + '.svg'), 'w') as f:
        f.write(svg)
