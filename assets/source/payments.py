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
    'other': '<g fill="%s"><path d="M1 9h6v6H1z"/><path d="M9 9h6v6H9z" fill="%s"/><path d="M17 9h6v6h-6z"/></g>' % (INK, ACCENT),
}
# Shapes of the marks that hold a letter. Coins and wallets differ in shape, colour and letter; colours have 4.5:1 on the plate.
SHAPES = {
    'disc': '<circle cx="12" cy="12" r="11.4" fill="%s"/>',
    'rhomb': '<path d="M12-.6 24.6 12 12 24.6-.6 12z" fill="%s"/>',
    'hexagon': '<path d="M6.2 1h11.6L23.6 12 17.8 23H6.2L.4 12z" fill="%s"/>',
    'shield': '<path d="M1 1h22v13L12 23.6 1 14z" fill="%s"/>',
    'cut': '<path d="M7 .8h10L23.2 7v10L17 23.2H7L.8 17V7z" fill="%s"/>',
    'purse': '<path d="M8 1h8l-2 5c5 2 9 6 9 11 0 4-3 6-6 6H7c-3 0-6-2-6-6C1 12 5 8 10 6z" fill="%s"/>',
    'wallet': '<path d="M1 7 6 1h12v4l5 2v14l-2 2H3l-2-2z" fill="%s"/>',
}
MARKS = {'bitcoin': ('disc', '#a24b00', 'B'), 'ethereum': ('rhomb', '#4a4ea3', 'E'), 'litecoin': ('hexagon', '#41555d', 'L'), 'tether': ('shield', '#0b6b5f', 'T'),
         'binance_coin': ('cut', '#755800', 'N'), 'advcash': ('wallet', '#0b6b5f', 'A'), 'perfect_money': ('purse', '#a61b0c', 'P')}

def mark(shape, colour, letter):
    """A shape with its letter, which is in the middle of the shape's body."""
    low = {'purse': 21, 'wallet': 20, 'shield': 16.4}.get(shape, 17.3)
    size = 15 if shape != 'rhomb' else 13.5
    _, end = word(letter, 0, size, low)
    return SHAPES[shape] % colour + '<path d="%s" fill="#fbf6ea"/>' % word(letter, 12 - (end - .4) / 2, size, low)[0]

SIGNS.update({name: mark(*look) for name, look in MARKS.items()})
BADGES = {'card': ('card', ''), 'card_and_more': ('card', '+5'), 'link': ('link', ''), 'other': ('other', ''), 'advcash': ('advcash', 'ADVCASH'),
          'perfect_money': ('perfect_money', 'PERFECT MONEY'), 'bitcoin': ('bitcoin', 'BTC'), 'ethereum': ('ethereum', 'ETH'), 'litecoin': ('litecoin', 'LTC'),
          'tether': ('tether', 'USDT'), 'binance_coin': ('binance_coin', 'BNB')}
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
