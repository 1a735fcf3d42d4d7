-- Counts a request in every window, or in none. A window is a list of the times at which requests were admitted, oldest first,
-- in microseconds of this server's clock.
--
-- KEYS: a list for each window. ARGV: 1 to count or 0 to only read; then for each window its limit and its span.
-- Returns 1 if the request is admitted, otherwise 0; then for each window the number of requests in it, the time of this request,
-- and the time of the request that must leave the window before another is admitted.
local clock = redis.call('TIME')
clock = clock[1] * 1000000 + clock[2]
-- Nobody may make a million requests in a second, and a correction of the clock delays requests by at most a second.
local MAX_AHEAD = 1000000
local windows = {}
local admitted = 1

local function time_at(key, index)
  return tonumber(redis.call('LINDEX', key, index))
end

for number, key in ipairs(KEYS) do
  local limit, span = tonumber(ARGV[2 * number]), tonumber(ARGV[2 * number + 1])
  local used = redis.call('LLEN', key)
  -- Times from before the clock was set back are dropped: they would stay in the window until the clock reaches them again.
  local kept = used
  while kept > 0 and time_at(key, kept - 1) > clock + MAX_AHEAD do
    kept = kept - 1
  end
  if kept < used then
    redis.call('LTRIM', key, -used, kept - used - 1)
    used = kept
  end
  -- Within MAX_AHEAD, the time always increases, so that it identifies a request.
  local now = clock
  if used > 0 then
    now = math.max(now, time_at(key, -1) + 1)
  end
  -- A request leaves the window exactly one span after it was admitted. The first one that stays is usually near the beginning, so
  -- an exponential search from there finds its range, and a binary search its place.
  local low, high, step = 0, used, 1
  while low < high do
    local ahead = math.min(low + step, used) - 1
    if now - time_at(key, ahead) < span then
      high = ahead
      break
    end
    low, step = ahead + 1, step * 2
  end
  while low < high do
    local middle = math.floor((low + high) / 2)
    if now - time_at(key, middle) >= span then
      low = middle + 1
    else
      high = middle
    end
  end
  if low > 0 then
    redis.call('LTRIM', key, low, -1)
    used = used - low
  end
  if used >= limit then
    admitted = 0
  end
  windows[number] = { key = key, limit = limit, span = span, now = now, used = used }
end

if ARGV[1] == '0' then
  admitted = 0
end
local answer = { admitted }
for _, window in ipairs(windows) do
  if admitted == 1 then
    redis.call('RPUSH', window.key, window.now)
    window.used = window.used + 1
  end
  if window.used > 0 then
    redis.call('PEXPIRE', window.key, math.ceil(window.span / 1000))
  end
  local leaving = math.max(window.used - math.max(window.limit, 1), 0)
  answer[#answer + 1] = window.used
  answer[#answer + 1] = window.now
  answer[#answer + 1] = window.used > 0 and time_at(window.key, leaving) or 0
end
return answer
