"""blender -b -P shot.py -- NAME OUT [res] [samples]   env: NPM, SS (supersampling), RIM (rim colour; white for a tintable mask)"""
import sys, os
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kit import *
import props, finish
args = sys.argv[sys.argv.index('--') + 1:]
name, out = args[0], args[1]
res = int(args[2]) if len(args) > 2 else 512
smp = int(args[3]) if len(args) > 3 else 96
reset()
t = time.time()
o = props.SHOTS[name]()
print('BUILD %s %.1fs' % (name, time.time() - t), flush=True)
cam, ctr = camera(o.get('dir', (1.0, -1.9, 0.95)), o.get('lens', 85), o.get('margin', 1.06), res)
ext = max((p - ctr).length for p in bounds())
studio(os.environ.get('RIM') or o.get('rim', '#ffb020'), o.get('key', '#fff1dc'), o.get('fill', '#8fc7d6'), s=ext / 1.35, ctr=ctr,
       rim_power=o.get('rp', 1), key_power=o.get('kp', 1), fill_power=o.get('fp', 1), front=o.get('front', 0), front_dir=o.get('dir', (1.0, -1.9, 0.95)))
if o.get('after'):
    o['after']()
finish.render(out, smp, int(os.environ.get("SS", "2")), o.get("look", "High Contrast"), o.get("ev", 0.3), o.get("bloom", .55))
