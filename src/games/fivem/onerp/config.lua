-- What an operator chooses. Address, key and secret are convars of server.cfg: onerp_url, onerp_key, onerp_secret.
OneRP = {}

OneRP.config = {
  -- Which framework keeps the players: 'qb', 'esx', 'ox' or 'standalone'; 'auto' takes the one that runs.
  bridge = 'auto',

  -- 'link': players tie their character with a code that the site shows. 'login': the accounts of your game are those of the
  -- site, and your game mode says who signed in: exports.onerp:joined(source, login).
  identity = 'link',

  -- Which identifier names a player on the site. The first one that a player has counts.
  identifiers = { 'license2', 'license' },

  -- Most players of the server.
  slots = GetConvarInt('sv_maxclients', 48),

  -- What each code of the catalogue gives in a framework, for each piece that was bought. A code that is not here is given
  -- by a resource of yours: exports.onerp:on(code, { give = …, revoke = …, prove = … }).
  codes = {
    -- starter_cash = { money = 'bank', amount = 50000 },
    -- lockpick_set = { item = 'lockpick', amount = 5 },
  },

  -- Facts that a framework keeps in the metadata of a player. Each change is told by the event onerp:fact.
  facts = { 'premium' },

  -- Language of what players read in the chat: 'ru', 'uk' or 'en' (texts.lua). Names of goods come in that of their account.
  locale = 'ru',
}
