"""The coin and piles of it."""
from kit import *
import os
NPM = os.environ.get('NPM', '')
def ff(pkg, file):
    return os.path.join(NPM, pkg, 'files', file)
F_BLACK = lambda: ff('@fontsource/russo-one', 'russo-one-latin-400-normal.woff')
F_TEKT = lambda: ff('@fontsource/tektur', 'tektur-latin-900-normal.woff')

def coin_model(face='#f2b632', accent='#fff', r=1.0, letters='OC'):
    gold = mat('gold', '#ffca6e', 1.0, 0.17, grunge=.09, grunge_scale=4, bump=.02, bump_scale=40)
    gold_m = mat('goldm', '#e8a540', 1.0, 0.40, grunge=.1, bump=.10, bump_scale=120)
    t = .13
    prof = [(0, t * .62), (r * .77, t * .62), (r * .79, t * .74), (r * .80, t * .92), (r * .83, t), (r * .95, t), (r * .985, t * .9), (r, t * .72)]
    full = prof + [(a, -b) for a, b in reversed(prof)]
    lathe(full, m=gold, n=160, auto=22)
    # recessed satin field
    lathe([(0, t * .63), (r * .765, t * .63)], m=gold_m, n=96)
    # reeded edge
    bm = bmesh.new()
    n = 120
    for i in range(n):
        a = 2 * math.pi * i / n
        mtx = Matrix.Rotation(a, 4, 'Z') @ Matrix.Translation((r * 1.0, 0, 0))
        vs = bmesh.ops.create_cube(bm, size=1, matrix=mtx @ Matrix.Diagonal((.022, .026, t * 1.25, 1)))
    o = mesh_obj('reed', bm, gold)
    bevel(o, .006, 2)
    # inner ring and hexagon
    torus(r * .70, .016, (0, 0, t * .64), gold, n=120, k=12)
    text(letters, r * .78, (-.005, .01, t * .72), gold, (0, 0, 0), .03, .022, font=F_BLACK(), space=.98, seg=4)
    # little stars on the ring
    for a in (90, 270):
        x, y = math.cos(math.radians(a)) * r * .53, math.sin(math.radians(a)) * r * .53
        pts = []
        for k in range(10):
            q = .075 if k % 2 == 0 else .032
            b = math.pi / 2 + k * math.pi / 5
            pts.append((x + q * math.cos(b), y + q * math.sin(b)))
        prism(pts, .04, (0, 0, t * .68), gold, .006, 2, axis='Z')

def coin_pile(stacks):
    rr = random.Random(3)
    with Group() as g:
        coin_model()
    first = True
    def put(loc, rot):
        nonlocal first
        if first:
            first = False
            g.place(rot=rot, loc=loc)
            return
        g.copy(rot=rot, loc=loc)
    for x, y, k in stacks:
        for i in range(k):
            put((x + rr.uniform(-.05, .05), y + rr.uniform(-.05, .05), .13 + i * .262), (0, 0, rr.uniform(0, 6.28)))
    return put, rr
