-- Settings of the operator. Address, key and secret are convars of server.cfg: onerp_url, onerp_key, onerp_secret.
OneRP = {}

OneRP.config = {
  -- The framework that keeps the players: 'qb', 'esx', 'ox' or 'standalone'. 'auto' takes the one that runs.
  bridge = 'auto',

  -- 'link': players tie their character with a code that the site shows. 'login': the accounts of your game are those of the
  -- site, and your game mode says who signed in: exports.onerp:joined(source, login).
  identity = 'link',

  -- Identifiers that name a player on the site. The first one that a player has is used.
  identifiers = { 'license2', 'license' },

  -- Most players of the server.
  slots = GetConvarInt('sv_maxclients', 48),

  -- Goods of the framework for each code of the catalogue, per bought piece. Codes that are missing here are given by
  -- a resource of yours: exports.onerp:on(code, { give = …, revoke = …, prove = … }).
  codes = {
    -- starter_cash = { money = 'bank', amount = 50000 },
    -- lockpick_set = { item = 'lockpick', amount = 5 },
  },

  -- Facts that a framework keeps in the metadata of a player. The event onerp:fact reports each change.
  facts = { 'premium' },

  -- Language of the chat messages: 'ru', 'uk' or 'en' (texts.lua). Names of goods use the language of the player's
  -- account.
  locale = 'ru',
}
