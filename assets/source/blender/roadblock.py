"""The street closed to traffic: barriers with lamps, cones and the sign of a dead end, the city dark behind them.
blender -b -P roadblock.py -- OUT WIDTH HEIGHT SAMPLES plate VIEW   VIEW: wide (the left half stays quiet for the words) or tall
Writes OUT/plate.png and OUT/plate_z.npy for grade.py."""
import sys, os
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from street import *
from shapes import *
import finish
out, width, height, samples, layer, view = sys.argv[sys.argv.index('--') + 1:]
reset()
rr = random.Random(11)
road()
houses(rr, open_shops=.10, light=.35)
lamps(lit=2)
skyline(rr, .62)
palms(rr)
kerb_things()
X = 2.6                                      # the middle of the block

steel, rubber = STEEL(), RUBBER()
concrete = mat('concrete', '#5c5a55', 0, .6, grunge=.2, grunge_scale=3, bump=.12, bump_scale=14, wear=.4)
lamp = mat('flasher', '#ff7a14', 0, .3, emis='#ff6a0c', power=3)

def board(x, y, z, w, tilt=0.0):
    m = stripes('hazard', '#e9dfca', '#d8541a', 3.4, .4, .35)
    box((w, .05, .27), (x, y, z), m, .012, rot=(0, tilt, 0))

def barricade(x, y, turn, lit=True):
    """Three striped boards on feet with two flashing lamps."""
    with Group() as g:
        for s in (-1, 1):
            box((.08, .08, 1.55), (s * .95, 0, .80), steel, .012)
            box((.14, 1.0, .09), (s * .95, 0, .06), rubber, .02)
            box((.34, .42, .14), (s * .95, .22, .14), mat('sandbag', '#4a4235', 0, .9, bump=.5, bump_scale=30), .06, 4)
            cyl(.055, .10, (s * .95, 0, 1.60), mat('lampbase', '#16191b', .2, .5), .01)
            cyl(.115, .09, (s * .95, 0, 1.755), lamp if lit else mat('lampdim', '#7a3a10', 0, .3, coat=.6), .02, rot=(R90, 0, 0))
            torus(.12, .018, (s * .95, -.03, 1.755), mat('lampbase', '#16191b', .2, .5), (R90, 0, 0), n=40, k=8)
        for z in (.45, .90, 1.35):
            board(0, -.06, z, 2.3)
    g.place(rot=(0, 0, turn), loc=(x, y, 0))
    if lit:
        for s in (-1, 1):
            area((x + s * .95 * math.cos(turn), y + s * .95 * math.sin(turn) - .25, 1.75), (x + s * .95 * math.cos(turn), y - 3, .2), .22, 30, '#ff7a18', .22)

def jersey(x, y, turn, length=2.6):
    """A concrete barrier."""
    pts = [(-.32, 0), (.32, 0), (.32, .09), (.17, .33), (.10, .82), (-.10, .82), (-.17, .33), (-.32, .09)]
    with Group() as g:
        prism(pts, length, m=concrete, bev=.02)
        box((length * .8, .03, .16), (-.15, 0, .56), stripes('hazard', '#e9dfca', '#d8541a', 3.4, .4, .35), 0, rot=(0, 0, -R90))
    g.place(rot=(0, 0, turn), loc=(x, y, 0))

def cone_at(x, y, tip=0.0):
    with Group() as g:
        box((.46, .46, .05), (0, 0, .03), rubber, .015)
        cyl(.17, .72, (0, 0, .40), mat('coneo', '#e4571a', 0, .42, coat=.3), .01, r2=.045)
        cyl(.132, .16, (0, 0, .44), mat('conew', '#efe7d6', 0, .3, emis='#fff2dc', power=.12), 0, r2=.105)
    g.place(rot=(tip, 0, rr.uniform(0, 6)), loc=(x, y, .2 if tip else 0))

for k, x in enumerate((-6.9, -4.6, -2.3, 0, 5.2, 7.5)):
    jersey(x, 7.6 + .15 * (k % 2), R90 + rr.uniform(-.06, .06))
barricade(X - 2.3, 4.5, .16)
barricade(X + .35, 4.2, -.03)
barricade(X + 2.95, 5.0, -.26)
barricade(-4.6, 5.4, .24)
for x, y in ((-.9, 3.3), (X - .95, 2.9), (X + 1.7, 2.75), (X + 4.1, 3.4), (-3.0, 4.2), (-6.2, 4.6)):
    cone_at(x, y)
cone_at(.6, 1.7, 1.45)
# ---- the sign: a dead end needs no words
with Group() as g:
    cyl(.045, 3.5, (0, 0, 1.75), steel, .01)
    blue, white, red = mat('sblue', '#0f4a7a', 0, .35, coat=.4, emis='#1a6db0', power=.25), mat('swhite', '#f3ebda', 0, .35, emis='#fff4e0', power=.35), mat('sred', '#c2281a', 0, .35, emis='#ff3b26', power=.5)
    prism(rrect(1.16, 1.16, .09), .04, (0, -.05, 3.05), mat('sback', '#9a9d9f', .9, .35), .006)
    prism(rrect(1.10, 1.10, .08), .045, (0, -.055, 3.05), white, .004)
    prism(rrect(1.04, 1.04, .07), .05, (0, -.06, 3.05), blue, .004)
    box((.20, .02, .66), (0, -.09, 2.92), white, 0)
    box((.62, .025, .20), (0, -.092, 3.34), red, 0)
    prism(cutrect(1.16, .30, .06), .04, (0, -.05, 2.26), mat('senamel', '#e6dfcf', 0, .35, emis='#fff0d8', power=.22), .006)
    text('404', .22, (0, -.085, 2.26), INK(), (R90, 0, 0), .002, font=F_TK(), space=1.15)
g.place(rot=(0, 0, -.06), loc=(X + 1.75, 5.5, 0))
# ---- a work lamp on a mast behind, and what fills the scene
tube([(8.2, 9.5, 0), (8.2, 9.5, 5.2)], .06, steel)
box((.75, .16, .5), (8.2, 9.4, 5.2), mat('work', '#dfefff', 0, .3, emis='#cfe4ff', power=10), .02, rot=(-.5, 0, .5))
area((8.0, 9.1, 5.0), (X, 4.5, .5), .8, 420, '#cfe0f0', .6)
area((-4.0, -5.0, 4.5), (X, 4.4, .8), 2.2, 160, '#ffb070', 2.2)
area((X + 1.4, 1.0, 3.6), (X + 1.75, 5.5, 2.9), .6, 26, '#ffe2c0', .6)
area((X - 1, -6, 1.2), (X, 4.4, .6), 3.0, 40, '#8fc7d6', 1.2)
dusk(.42, ((0.0, '#2a4a52'), (.11, '#1d3a42'), (.46, '#102a33'), (1.0, '#07141a')))
if view == 'tall':
    look(int(width), int(height), 33, (X - .1, -5.6, 1.5), (X + .1, 6, 2.6))
else:
    look(int(width), int(height), 27, (1.1, -5.4, 1.4), (1.1, 30, 3.0), (-.10, .03))
finish.render(os.path.join(out, 'plate.png'), int(samples), 1, 'Medium High Contrast', .6, .7, depth=True)
