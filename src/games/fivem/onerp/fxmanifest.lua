fx_version 'cerulean'
game 'gta5'
lua54 'yes'

name 'onerp'
version '1.0.0'
description 'Hands over in the game what players bought on the site'
license 'MIT'

-- One environment: each file puts what it makes into OneRP. The order is that of the rooms: a file uses only those before it.
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
