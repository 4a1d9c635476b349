fx_version 'cerulean'
game 'gta5'
lua54 'yes'

name 'onerp'
version '1.0.0'
description 'Hands over in the game what players bought on the site'
license 'MIT'

-- All files share one environment: each file adds its functions to OneRP. A file uses only the files listed before
-- it.
server_scripts {
  'config.lua',
  'texts.lua',
  'core/sha256.lua',
  'core/sign.lua',
  'core/wire.lua',
  'core/ledger.lua',
  'core/presence.lua',
  'core/work.lua',
  'core/adapter.lua',
  'bridges/database.lua',
  'bridges/characters.lua',
  'bridges/marked.lua',
  'bridges/parcels.lua',
  'bridges/standalone.lua',
  'bridges/qb.lua',
  'bridges/esx.lua',
  'bridges/ox.lua',
  'bridges/bridge.lua',
  'premium.lua',
  'purchases.lua',
  'onerp.lua',
  'commands.lua',
}
