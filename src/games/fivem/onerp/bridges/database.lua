-- The database of the game by oxmysql, which every framework brings. Each call waits for its answer and raises an error if
-- the database refused it.
OneRP.database = {
  rows = function(text, values) return exports.oxmysql:query_async(text, values) end,
  -- Returns the number of changed rows.
  update = function(text, values) return exports.oxmysql:update_async(text, values) end,
  -- Runs all statements or none. Takes a list of { query, values }.
  transaction = function(statements)
    if not exports.oxmysql:transaction_async(statements) then error('the transaction was rolled back') end
  end,
}

-- Bridges by their name in the configuration.
OneRP.bridges = {}
