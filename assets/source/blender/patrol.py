"""The street with two patrol cars across it, their lights on: for what is told of the factions.
blender -b -P patrol.py -- OUT WIDTH HEIGHT SAMPLES plate wide   (the left third stays quiet for the words)
Writes OUT/plate.png and OUT/plate_z.npy for grade.py."""
import sys, os
os.environ.setdefault('CLAMP', '3')         # the lamps are near, and all of the ground is wet
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from street import *
import finish
from cars_cash import car
out, width, height, samples, layer, view = sys.argv[sys.argv.index('--') + 1:]
reset()
rr = random.Random(11)
road()
houses(rr, open_shops=.45, light=.6)
blade_sign('GARAGE', (-13.2, 24, 8.2), 1.3, RED, -1, 5)
blade_sign('24/7', (13.4, 36, 6.4), 1.15, TEAL, 1, 6)
lamps(lit=4)
skyline(rr, .66)
traffic()
palms(rr)
kerb_things()
BLUE, REDLIGHT = '#2f6bff', '#ff2a1a'

def patrol(x, y, turn, plate):
    """A coupe of the police: grey, a bar of lamps on the roof."""
    with Group() as g:
        car('#8d979e', tail='#ff2415', plate=plate)
        base = mat('barbase', '#0d0f11', .3, .4)
        box((.34, 1.06, .07), (-.42, 0, 1.235), base, .02)
        for s, c in ((-1, BLUE), (1, REDLIGHT)):
            box((.26, .46, .11), (-.42, s * .27, 1.31), mat('bar' + c, c, 0, .2, emis=c, power=9), .03)
        box((.24, .10, .10), (-.42, 0, 1.31), mat('barmid', '#e9f4ff', 0, .2, emis='#e9f4ff', power=4), .02)
    g.place(rot=(0, 0, turn), loc=(x, y, 0))
    back = Vector((-math.cos(turn), -math.sin(turn), 0))
    side = Vector((-math.sin(turn), math.cos(turn), 0))
    roof = Vector((x, y, 1.55))
    for s, c, power in ((-1, BLUE, 520), (1, REDLIGHT, 340)):
        at = roof + side * s * .5
        area(at, at + side * s * 4 + back * 3 + Vector((0, 0, -1.6)), .5, power, c, .2, spread=150)
        area(at, at + side * s * 5 - back * 4 + Vector((0, 0, .6)), .5, power * .7, c, .2, spread=150)
    area(tuple(Vector((x, y, .75)) + back * 2.9), tuple(Vector((x, y, 0)) + back * 7), 1.4, 30, '#ff2a14', .1, spread=170)

patrol(3.0, 2.6, R90 + math.radians(33), 'PD 077')
patrol(-2.4, 10.5, R90 - math.radians(48), 'PD 014')
cone_m, white = mat('coneo', '#e4571a', 0, .42, coat=.3), mat('conew', '#efe7d6', 0, .3, emis='#fff2dc', power=.12)
for x, y in ((.2, 4.6), (-.9, 6.2), (5.9, 5.4), (7.3, 6.6), (-5.0, 8.2), (-6.6, 8.9)):
    box((.46, .46, .05), (x, y, .03), mat('conefoot', '#101214', 0, .7), .015)
    cyl(.17, .72, (x, y, .40), cone_m, .01, r2=.045)
    cyl(.132, .16, (x, y, .44), white, 0, r2=.105)
area((8.5, -2.5, 5.0), (3.4, 2.2, .6), 2.5, 300, '#ffa04a', 1.4)
area((-5.5, -5.0, 3.2), (2.6, 2.2, .7), 3.2, 460, '#a8c8e8', 1.6)
area((-.5, -3.6, .7), (2.6, 1.6, .6), 2.4, 60, '#ffb070', .4)
area((3.0, 2.0, 7.0), (3.0, 2.6, 0), .8, 420, '#cfe0f0', 5)
area((-4.5, 5.5, 3.5), (-2.4, 10.5, .7), 2.4, 220, '#a8c8e8', 1.4)
dusk(.5, ((0.0, '#2a4a52'), (.11, '#1d3a42'), (.46, '#102a33'), (1.0, '#07141a')))
look(int(width), int(height), 27, (.7, -6.4, 1.45), (.7, 30, 3.1), (-.03, .03))
finish.render(os.path.join(out, 'plate.png'), int(samples), 1, 'Medium High Contrast', .6, .7, depth=True)
