"""Goods for services and special offers, referral medals."""
from shapes import *

def name_tag():
    en, bone, ink, st = PAINT('#e5821a', .34, .7, .1), BONE(), INK(), CHROME()
    prism(cutrect(2.1, 1.3, .18), .10, m=mat('ntE', '#14191c', .3, .35, coat=.6), bev=.03, seg=4)
    prism(cutrect(1.98, 1.18, .165), .11, (0, -.006, 0), en, .012)
    prism(cutrect(1.86, .66, .10), .115, (0, -.010, -.16), bone, .008)
    text('HELLO, MY NAME IS', .15, (0, -.063, .39), ink, (R90, 0, 0), .003, font=F_TK())
    text('M. NIGHT', .36, (-.04, -.070, -.15), ink, (R90, 0, 0), .006, font=F_BLK())
    box((1.5, .006, .018), (0, -.070, -.38), mat('ntl', '#b9ae9a', 0, .6), 0)
    # pen
    with Group() as g:
        lathe([(0, -1.02), (.012, -1.0), (.05, -.82), (.085, -.70), (.09, -.68), (.09, .62), (.075, .70), (0, .72)], m=PAINT('#1b2428', .25, 1, .3), n=48)
        lathe([(.092, -.30), (.097, -.28), (.097, -.20), (.092, -.18)], m=GOLD(), n=48)
        lathe([(0, -1.03), (.014, -1.0), (.05, -.83), (.052, -.81), (.0, -.8)], m=GOLD(), n=48)
        box((.05, .03, .62), (0, -.105, .36), GOLD(), .012)
    g.place(loc=(.62, -.30, -.42), rot=(rad(8), rad(62), rad(-6)))

def house_key():
    st, br = mat('hkst', '#c2c5c8', 1, .24, grunge=.07), BRASS()
    with Group() as g:
        pts = superpoly(.36, .36, 2.3, 48)
        prism(pts, .10, (0, .42, 0), br, .03, 4, axis='Z')
        cyl(.11, .12, (0, .56, 0), INK(), 0)
        torus(.125, .022, (0, .56, .052), br, n=40)
        prism(hexagon(.15, 30), .02, (0, .30, .052), INK(), .004, axis='Z')
        text('1', .17, (-.005, .30, .065), br, (0, 0, 0), .003, font=F_BLK())
        box((.15, 1.15, .08), (0, -.45, 0), br, .02)
        box((.05, 1.05, .09), (-.01, -.48, 0), mat('hkg', '#7b5a24', 1, .4), .01)
        for i, w in enumerate((.10, .17, .08, .15, .11, .06)):
            box((w, .075, .07), (.07 + w / 2, -.50 - i * .095, 0), br, .01)
    g.place(rot=(0, 0, rad(-28)), loc=(-.15, -.2, 0))
    torus(.27, .03, (.16, .62, .0), st, (.3, .25, 0), n=64)
    # house tag
    with Group() as g:
        P = [(-.46, -.46), (.46, -.46), (.46, .10), (.58, .10), (0, .62), (-.58, .10), (-.46, .10)]
        prism(P, .09, m=PAINT('#e5821a', .3, .9, .1), bev=.02, axis='Z')
        prism([(-.13, -.46), (.13, -.46), (.13, -.06), (-.13, -.06)], .10, m=INK(), bev=.006, axis='Z')
        for x in (-.29, .29):
            box((.16, .18, .10), (x, -.08, 0), mat('hkw', '#ffcf8a', 0, .4, emis='#ff9a3a', power=1.2), .01)
        cyl(.07, .10, (0, .36, 0), INK(), .01)
        torus(.085, .016, (0, .36, .048), st, n=32)
    g.place(rot=(0, 0, rad(30)), loc=(.72, .24, -.10))

def slot_card():
    """Extra character slot: a pass holder with +1."""
    cs, bone, ink, lan = mat('slc', '#20282c', .1, .3, coat=.8), BONE(), INK(), mat('sll', '#e07a1c', 0, .6, bump=.2, bump_scale=200)
    prism(rrect(1.3, 1.8, .14), .10, m=cs, bev=.03, seg=4)
    prism(rrect(1.12, 1.56, .08), .11, (0, -.006, -.04), bone, .006)
    box((1.12, .008, .34), (0, -.064, .55), mat('sl1', '#1d5f5a', 0, .4, coat=.6), 0)
    text('ONE CITY', .15, (0, -.070, .55), bone, (R90, 0, 0), .003, font=F_TK())
    prism(cutrect(.78, .70, .10), .02, (0, -.062, .0), ink, .006)
    text('+1', .56, (-.02, -.076, -.01), AMB(2.4), (R90, 0, 0), .006, font=F_BLK())
    text('NEW LIFE', .15, (0, -.066, -.50), ink, (R90, 0, 0), .003, font=F_TK())
    for k in range(24):
        box(((.010, .02, .014)[k * 7 % 3], .006, .11), (-.40 + k * .035, -.066, -.69), ink, 0)
    box((.36, .14, .09), (0, 0, .83), ink, .03)
    box((.20, .10, .20), (0, 0, .98), CHROME(), .03, 3)
    for s in (-1, 1):
        band(bezier((s * .02, 1.05), (s * .20, 1.40), (s * .75, 1.35), (s * .95, 1.62), 20), .18, .02, lan)

def ring_part(r0, r1, a0, a1, n=48):
    """The outline of a part of a ring between two radii, from one angle to another, degrees."""
    return arc(0, 0, r1, a0, a1, n) + arc(0, 0, r0, a1, a0, n)

def cuff(steel, dark, opened=0):
    """One half of a pair of handcuffs; its arm turns about its pin by that many degrees. The chain starts at (0, -.72)."""
    for y in (-.075, .075):
        prism(ring_part(.36, .60, 170, 370), .055, (0, y, 0), steel, .018, 3)
        prism(rrect(.38, .36, .08), .055, (.46, y, -.16), steel, .018, 3)
    prism(ring_part(.40, .53, 190, 350), .10, m=dark, bev=.01)
    with Group() as arm:
        prism(ring_part(.395, .53, -14, 180), .10, (.46, 0, 0), steel, .034, 4)
        for k in range(11):  # the teeth that hold it
            a = rad(-10 + k * 5)
            box((.034, .09, .024), (.46 + .537 * math.cos(a), 0, .537 * math.sin(a)), steel, .004, 2, rot=(0, -a, 0))
    arm.place(loc=(-.46, 0, 0), rot=(0, rad(-opened), 0))
    for x, z, r in ((-.47, 0, .06), (-.18, -.45, .036), (.18, -.45, .036)):
        cyl(r, .22, (x, 0, z), steel, .02, 3, rot=(R90, 0, 0))
    for y in (-.106, .106):
        cyl(.042, .012, (.48, y, -.12), dark, 0, rot=(R90, 0, 0))
        box((.030, .012, .10), (.48, y, -.18), dark, 0)
    cyl(.085, .12, (0, 0, -.64), steel, .02, 3)
    torus(.08, .03, (0, 0, -.74), steel, (R90, 0, 0), n=40)

def unban():
    """Handcuffs, one of them open, and the key to them on its tag."""
    steel, dark = mat('cuff', '#cfd3d5', 1, .27), mat('cuffd', '#3a3f43', 1, .38)
    with Group() as g:
        cuff(steel, dark, opened=52)
    g.place(loc=(-.50, 0, .50), rot=(0, rad(-42), 0))
    with Group() as g:
        cuff(steel, dark)
    g.place(loc=(.66, 0, -.60), rot=(rad(8), rad(138), 0))
    chain_along([(.01 + .22 * k / 20, 0, -.04 - .20 * k / 20) for k in range(21)], .085, .028, steel)
    tag, ink, brass = PAINT('#e5821a', .34, .7, .1), INK(), BRASS()
    with Group() as g:
        prism([(-.60, -.28), (.42, -.28), (.60, -.12), (.60, .12), (.42, .28), (-.60, .28)], .06, m=tag, bev=.016, seg=3)
        cyl(.06, .08, (.46, 0, 0), dark, 0, rot=(R90, 0, 0))
        torus(.066, .018, (.46, -.034, 0), brass, (R90, 0, 0), n=32)
        text('UNBAN', .29, (-.09, -.034, 0), ink, (R90, 0, 0), .004, font=F_BLK())
    g.place(loc=(-.66, -.12, -.86), rot=(0, rad(-12), 0))
    torus(.15, .02, (-.10, -.12, -.76), steel, (R90, .3, 0), n=48)
    with Group() as g:
        torus(.16, .042, (0, 0, 0), brass, (R90, 0, 0), n=48)
        cyl(.045, .66, (.48, 0, 0), brass, .01, rot=(0, R90, 0))
        for x, h in ((.76, .17), (.66, .12)):
            box((.06, .07, h), (x, 0, -h / 2 - .01), brass, .01)
    g.place(loc=(-.02, -.14, -.94), rot=(0, rad(48), 0))

def stamp():
    wd, br, rub, ink = wood('stw', '#3a1a0c', '#8a4820', 'Z'), BRASS(), mat('str', '#8e1d12', 0, .6), INK()
    lathe([(0, 1.55), (.12, 1.55), (.24, 1.48), (.29, 1.34), (.26, 1.18), (.16, 1.00), (.12, .82), (.14, .66), (.22, .56), (.0, .56)], m=wd, n=72)
    lathe([(.0, .58), (.26, .58), (.28, .54), (.28, .48), (0, .48)], m=br, n=72)
    prism(rrect(1.25, .80, .08), .26, (0, 0, .36), wd, .03, 3, axis='Z')
    prism(rrect(1.29, .84, .09), .06, (0, 0, .22), br, .015, 2, axis='Z')
    prism(rrect(1.20, .75, .06), .10, (0, 0, .16), rub, .01, 2, axis='Z')
    with Group() as g:
        prism(cutrect(2.2, 1.5, .2), .02, axis='Z', m=BONE(.7), bev=.004)
        tube([(a, b, .012) for a, b in cutrect(1.1, .56, .1)], .018, rub, cyclic=True, res=2)
        text('CLEAR', .30, (0, 0, .011), rub, (0, 0, 0), .003, font=F_BLK())
    for o in g.objs[1:]:
        o.location.x += -.30
        o.location.y += -.50 if o.type != 'CURVE' else -.50
    g.place(loc=(-.05, -.25, .10), rot=(0, 0, rad(10)))

def parking():
    bl, bone, ink = PAINT('#17504a', .34, .7, .1), BONE(), INK()
    P = rrect(1.35, 2.2, .12)
    prism(P, .07, m=bl, bev=.02)
    tube([(a * .94, -.037, b * .96) for a, b in P], .014, bone, cyclic=True, res=3)
    prism(superpoly(.44, .44, 2, 64), .09, (0, 0, .56), ink, .01)
    torus(.45, .03, (0, -.03, .56), CHROME(), (R90, 0, 0))
    prism(cutrect(1.02, .98, .14), .08, (0, -.006, -.34), bone, .008)
    text('P', .92, (0, -.052, -.36), mat('pkp', '#123f3a', 0, .4), (R90, 0, 0), .012, .006, font=F_BLK())
    text('SPACE 07', .17, (0, -.040, -.94), bone, (R90, 0, 0), .004, font=F_TK())

RANKS = [  # metal, rough, ribbon, stripe
    ('#b87446', .30, '#5a3422', '#c98a5a'),
    ('#9aa3a8', .30, '#2e4048', '#b0c0c6'),
    ('#dfe4e7', .18, '#1d3d63', '#3194fd'),
    ('#ffca6e', .18, '#5a2a55', '#cf5bc1'),
    ('#ffd685', .14, '#6a5210', '#f8db5e'),
    ('#ffca6e', .12, '#6e140c', '#fb4e37'),
]
def medal(i):
    c, ro, rb, st = RANKS[i]
    m = mat('md%s%.2f' % (c, ro), c, 1, ro, grunge=.07)
    m2 = mat('mdm%s' % c, c, 1, .42, grunge=.06)
    fab, fab2 = mat('mdr' + rb, rb, 0, .7, sheen=.5, bump=.2, bump_scale=220), mat('mds' + st, st, 0, .7, sheen=.4, bump=.2, bump_scale=220)
    dk = mat('mdk', '#12171a', .4, .3, coat=.9)
    # ribbon
    for s in (-1, 1):
        with Group() as g:
            box((.44, .03, 1.35), (0, 0, .62), fab, .006)
            box((.12, .036, 1.35), (0, 0, .62), fab2, .006)
        g.place(loc=(s * .10, .10 + .03 * s, .62), rot=(0, s * rad(20), 0))
    box((1.12, .10, .10), (0, .08, 1.90), m, .03)
    cyl(.10, .10, (0, .02, .98), m, .02, rot=(R90, 0, 0))
    torus(.15, .03, (0, .04, 1.02), m, (R90, 0, 0), n=40)
    if i >= 2:                                   # rays behind the disc
        n = (0, 0, 12, 16, 8, 8)[i]
        _rays = star((0, 0, .96, 1.0, 1.12, 1.20)[i], (0, 0, .84, .84, .78, .74)[i], n)
        prism(_rays, .10, (0, .03, 0), m2, .015)
    if i == 5:
        prism([(a * .98, b * .98) for a, b in star(1.06, .80, 8, 112.5)], .09, (0, .06, 0), mat('mdn%s' % c, c, 1, .5), .012)
    lathe([(0, .02), (.64, .02), (.66, .05), (.70, .075), (.76, .08), (.80, .05), (.82, 0), (.80, -.05), (0, -.06)], m=m, n=128, rot=(R90, 0, 0))
    lathe([(0, .025), (.635, .025)], m=dk, n=96, rot=(R90, 0, 0))
    for k in range(48):
        a = k * math.pi / 24
        cyl(.016, .03, (.735 * math.cos(a), -.08, .735 * math.sin(a)), m, .004, rot=(R90, 0, 0), n=12)
    tube([(a, -.045, b) for a, b in hexagon(.53)], .024, m, cyclic=True, res=4)
    text('1', .62, (-.03, -.04, .09), m2 if i < 3 else mat('mdf' + c, c, 1, .34), (R90, 0, 0), .03, .018, font=F_BLK(), seg=3)
    n = i + 1
    for k in range(n):                           # pips, like the rarity pips of the site
        x = (k - (n - 1) / 2) * .10
        prism([(x - .045, -.045), (x + .015, -.045), (x + .045, .045), (x - .015, .045)], .03, (0, -.045, -.34), fab2 if i < 5 else AMB(2.6), .004)
