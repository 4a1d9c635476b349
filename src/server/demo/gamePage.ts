import { escapeHtml } from '#/server/platform/markup/escape.ts';
import { colours, fonts } from '#/server/platform/markup/brandColours.ts';
import { DEMO_CSS } from './demoLook.ts';
import { MOODS, type Mood, type SeenGame } from './simulatedGames.ts';

export const GAME_PATH = '/simulated-game';

/** Effect of each behaviour on the pages of the site. */
const NOTES: Record<Mood, string> = {
  quick: 'gives at once',
  slow: 'takes 8 seconds for each thing',
  full: 'has no room in the inventory, and is asked again every 2 minutes',
  forgetful: 'crashes while it gives and cannot tell what it saved: an operator decides',
  lying: 'says that it gave, and did not',
  offline: 'does not ask; what was bought waits',
};

export const GAME_CSS = `${DEMO_CSS}
section { padding: 20px; background: ${colours.ink850} }
h2 { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: baseline }
h3 { margin: 20px 0 8px; font: 600 14px/1.2 ${fonts.mono}; color: ${colours.ink300} }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 0 }
button, input { min-height: 44px; padding: 8px 16px; border: 1px solid ${colours.stroke}; background: ${colours.well}; color: inherit; font: inherit }
button { cursor: pointer }
button:hover { border-color: ${colours.sodium500} }
button[aria-pressed=true] { background: ${colours.sodium500}; color: ${colours.ink950}; font-weight: 600 }
input { width: 200px; max-width: 100% }
ul { margin: 0; padding: 0; list-style: none }
li { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 8px 0; border-top: 1px solid ${colours.stroke}; overflow-wrap: anywhere }
li form { margin-left: auto }
pre { margin: 0; min-height: 120px }
@media (min-width: 1100px) { main { grid-template-columns: repeat(auto-fit, minmax(480px, 1fr)); align-items: start } }
`;

const hidden = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');

/** Renders the simulated games: behaviour, players, stored items and console. */
export const gamePage = (
  games: readonly SeenGame[],
  names: ReadonlyMap<string, string>,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/brand/favicon.svg" type="image/svg+xml">
<title>Simulated game — ONE RP</title>
<style>${GAME_CSS}</style>
</head>
<body>
<header>
<h1>Simulated game</h1>
<p>These game servers have no game. They ask the site for what was bought, by the same protocol as real ones.</p>
<p><a href="${GAME_PATH}">Look again</a></p>
</header>
<main>
${games.map((game) => gameSection(game, names.get(game.server) ?? game.server)).join('\n') || '<p>The games are starting. Look again in a moment.</p>'}
</main>
</body>
</html>
`;

function gameSection({ server, identity, mood, present, held, lines }: SeenGame, name: string): string {
  const moods = MOODS.map(
    (each) =>
      `<button name="mood" value="${each}" aria-pressed="${each === mood}" title="${NOTES[each]}">${each}</button>`,
  );
  return `<section aria-label="${escapeHtml(name)}">
<h2>${escapeHtml(name)} <small>${NOTES[mood]}</small></h2>
<h3>How it behaves</h3>
<form method="post">${hidden({ act: 'behave', server })}${moods.join('')}</form>
<h3>Who is in the game</h3>
<ul>${present.map((login) => `<li>${escapeHtml(login)}<form method="post">${hidden({ act: 'leave', server, login })}<button>leaves</button></form></li>`).join('') || '<li>nobody</li>'}</ul>
<form method="post">${hidden({ act: 'join', server })}<input name="login" aria-label="Login of a player" placeholder="login" maxlength="32" required><button>joins</button></form>
${identity === 'link' ? linkForm(server) : ''}<h3>What it holds</h3>
<ul>${held.map((one) => heldBy(one)).join('') || '<li>nothing yet</li>'}</ul>
<h3>Its console</h3>
<pre>${escapeHtml(lines.join('\n')) || 'silent'}</pre>
</section>`;
}

/** Players of this server have no login in the game; they tie their account with a code of the cabinet. */
const linkForm = (server: string) => `<h3>/onerp CODE</h3>
<form method="post">${hidden({ act: 'link', server })}<input name="login" aria-label="Name of a player who is in the game" placeholder="player" maxlength="32" required><input name="code" aria-label="Code of the cabinet" placeholder="7K3F-9QXM" maxlength="20" required><button>types</button></form>
`;

function heldBy({ login, premium, things }: SeenGame['held'][number]): string {
  const all = [...things, ...(premium ? [`Premium until ${premium.slice(0, 10)}`] : [])];
  return `<li><b>${escapeHtml(login)}</b> ${escapeHtml(all.join(', ')) || 'nothing'}</li>`;
}
