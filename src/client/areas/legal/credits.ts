import martianMonoLicence from '#assets/fonts/martian-mono.LICENSE.txt?url&no-inline';
import onestLicence from '#assets/fonts/onest.LICENSE.txt?url&no-inline';
import tekturLicence from '#assets/fonts/tektur.LICENSE.txt?url&no-inline';

/** A work of somebody else that the site shows, plays or runs. Names are the same in every language. */
export interface Credit {
  name: string;
  url: string;
  author: string;
  licence: string;
  licenceUrl: string;
}

const OFL = { licence: 'OFL 1.1', licenceUrl: 'https://openfontlicense.org' };

/** The licences of everything that runs in the browser, in full; the build writes them (vite.config.ts). */
export const BUNDLED_LICENCES_URL = '/assets/licenses.txt';
const BUNDLED_MIT = { licence: 'MIT', licenceUrl: BUNDLED_LICENCES_URL };

export const credits = {
  pictures: [
    {
      name: 'Blender 3.4',
      url: 'https://www.blender.org',
      author: 'Blender Foundation',
      licence: 'GPL 2+',
      licenceUrl: 'https://www.blender.org/about/license/',
    },
  ],
  fonts: [
    {
      name: 'Tektur',
      url: 'https://github.com/hyvyys/Tektur',
      author: 'The Tektur Project Authors',
      ...OFL,
      licenceUrl: tekturLicence,
    },
    {
      name: 'Onest',
      url: 'https://github.com/simpals/onest',
      author: 'The Onest Project Authors',
      ...OFL,
      licenceUrl: onestLicence,
    },
    {
      name: 'Martian Mono',
      url: 'https://github.com/evilmartians/mono',
      author: 'The Martian Mono Project Authors',
      ...OFL,
      licenceUrl: martianMonoLicence,
    },
    {
      name: 'Russo One',
      url: 'https://fonts.google.com/specimen/Russo+One',
      author: 'Jovanny Lemonad',
      ...OFL,
    },
  ],
  icons: [
    {
      name: 'Phosphor Icons',
      url: 'https://phosphoricons.com',
      author: 'Helena Zhang, Tobias Fried',
      licence: 'MIT',
      licenceUrl: 'https://github.com/phosphor-icons/core/blob/main/LICENSE',
    },
  ],
  sound: [
    {
      name: 'FluidR3 GM',
      url: 'https://packages.debian.org/source/stable/fluid-soundfont',
      author: 'Frank Wen',
      licence: 'MIT',
      licenceUrl: 'https://opensource.org/license/mit',
    },
    {
      name: 'Csound',
      url: 'https://csound.com',
      author: 'Barry Vercoe, John ffitch',
      licence: 'LGPL 2.1',
      licenceUrl: 'https://github.com/csound/csound/blob/develop/COPYING',
    },
  ],
  libraries: [
    {
      name: 'React',
      url: 'https://react.dev',
      author: 'Meta Platforms, Inc.',
      ...BUNDLED_MIT,
    },
    {
      name: 'PixiJS',
      url: 'https://pixijs.com',
      author: 'Mathew Groves, Chad Engler',
      ...BUNDLED_MIT,
    },
    {
      name: 'GSAP',
      url: 'https://gsap.com',
      author: 'GreenSock',
      licence: 'GSAP Standard',
      licenceUrl: 'https://gsap.com/standard-license',
    },
    {
      name: 'howler.js',
      url: 'https://howlerjs.com',
      author: 'James Simpson, GoldFire Studios',
      ...BUNDLED_MIT,
    },
    {
      name: 'Base UI',
      url: 'https://base-ui.com',
      author: 'Material-UI SAS',
      ...BUNDLED_MIT,
    },
  ],
} satisfies Record<string, readonly Credit[]>;
