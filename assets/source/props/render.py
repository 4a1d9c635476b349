"""Render a list of shots one after another, skipping what is already there.
python3 render.py OUTDIR [NAME ...]   env: NPM (node_modules with the static @fontsource packages), RES=512, SPP=40, SS=2, RIM=#ffffff, FORCE=1
Without names: every shot of props.SHOTS."""
import os, re, subprocess, sys
here = os.path.dirname(os.path.abspath(__file__))
out, names = sys.argv[1], sys.argv[2:]
os.makedirs(out, exist_ok=True)
env = dict(os.environ)
env.setdefault('RIM', '#ffffff')
env.setdefault('RIM_KEEP', '.3')
env.setdefault('SS', '2')
res, spp = env.get('RES', '512'), env.get('SPP', '40')
if not names:
    r = subprocess.run(['blender', '-b', '--python-expr', 'import sys; sys.path.insert(0, %r)\nimport props\nprint("NAMES " + " ".join(props.SHOTS))' % here], env=env, capture_output=True, text=True)
    names = re.search(r'^NAMES (.*)$', r.stdout, re.M).group(1).split()
for n in names:
    p = os.path.join(out, n + '.png')
    if os.path.exists(p) and not env.get('FORCE'):
        continue
    r = subprocess.run(['nice', '-n', '19', 'blender', '-b', '-P', os.path.join(here, 'shot.py'), '--', n, p, res, spp], env=env, capture_output=True, text=True)
    m = re.findall(r'^RENDER .*$', r.stdout, re.M)
    print(m[-1] if m else 'FAILED ' + n + '\n' + (r.stdout + r.stderr)[-1800:], flush=True)
