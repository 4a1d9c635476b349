# python3 pictureFonts.py
# Fonts with which the server writes into the pictures of shared prizes: one weight and width, Latin and Cyrillic in one
# file, under a name of their own, so that no font of the machine can take their place. From ../fonts into
# ../fonts/pictures. Needs fonttools and brotli.
from pathlib import Path
from tempfile import TemporaryDirectory
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

fonts = Path(__file__).resolve().parent.parent / 'fonts'

def write(file, family, sources, axes):
    with TemporaryDirectory() as folder:
        parts = []
        for source in sources:
            font = TTFont(fonts / source)
            font.flavor = None
            part = f'{folder}/{len(parts)}.ttf'
            instantiateVariableFont(font, axes).save(part)
            parts.append(part)
        font = Merger().merge(parts)
    names = font['name']
    names.names = [name for name in names.names if name.nameID in (0, 13, 14)]
    for id, text in {1: family, 2: 'Regular', 3: family, 4: family, 6: family.replace(' ', '')}.items():
        names.setName(text, id, 3, 1, 0x409)
    # all of them are the regular font of their family
    font['OS/2'].usWeightClass = 400
    font['OS/2'].usWidthClass = 5
    font['OS/2'].fsSelection = 0x40
    font['head'].macStyle = 0
    (fonts / 'pictures').mkdir(exist_ok=True)
    font.save(fonts / 'pictures' / file)

tektur = [f'tektur-{part}-standard-normal.woff2' for part in ('latin', 'cyrillic')]
onest = [f'onest-{part}-wght-normal.woff2' for part in ('latin', 'cyrillic')]
write('head.ttf', 'ONE RP Head', tektur, {'wght': 900, 'wdth': 80})
write('text.ttf', 'ONE RP Text', onest, {'wght': 600})
