//! Generates load with `wrk`: one thread, closed loop, equal for both sides of a ratio.

use std::{io::Write as _, time::Duration};

use anyhow::{Context as _, Result};
use tokio::process::Command;

use crate::service::Service;

/// How long each measurement runs.
pub const MEASURE: Duration = Duration::from_secs(6);

/// The results of a run.
pub struct Load {
    /// Responses per second.
    pub per_second: f64,
    /// The 99th percentile of the response times.
    pub p99_ms: f64,
    /// The number of responses that were neither 2xx nor 3xx, and of failed requests.
    pub failures: u64,
}

/// A site for events.
pub struct Site {
    pub id: String,
    pub domain: String,
}

impl Site {
    /// The site of a service.
    pub fn of(service: &Service) -> Self {
        Self { id: service.site.clone(), domain: "example.com".into() }
    }
}

/// The requests.
pub enum Script {
    /// Repeats the same GET, with each of the keys in turn if there are any.
    Get { headers: Vec<(String, String)>, keys: Vec<String> },
    /// Sends events with new random ids; all events of a request belong to one of these sites.
    Events { sites: Vec<Site>, events: usize },
}

impl Script {
    fn lua(&self) -> String {
        let mut lua = String::new();
        match self {
            Script::Get { headers, keys } => {
                for (name, value) in headers {
                    lua.push_str(&format!("wrk.headers[{name:?}] = {}\n", lua_text(value)));
                }
                if !keys.is_empty() {
                    let list: Vec<String> = keys.iter().map(|key| lua_text(key)).collect();
                    lua.push_str(&format!(
                        "local ready, turn = {{}}, 0\n\
                         init = function()\n  for i, key in ipairs({{{}}}) do\n\
                         \x20   ready[i] = wrk.format(nil, nil, {{ Authorization = 'Bearer ' .. key }}, nil)\n  end\nend\n\
                         request = function()\n  turn = turn % #ready + 1\n  return ready[turn]\nend\n",
                        list.join(",")
                    ));
                }
            }
            Script::Events { sites, events } => {
                let sites: Vec<String> = sites
                    .iter()
                    .map(|site| format!("{{{}, {}}}", lua_text(&site.id), lua_text(&site.domain)))
                    .collect();
                let sites = sites.join(",");
                lua.push_str(&format!(
                    r#"
math.randomseed(os.time() + tonumber(tostring({{}}):sub(8), 16) % 100000)
local sites, events = {{{sites}}}, {events}
local function id()
  return string.format("%08x-%04x-4%03x-8%03x-%06x%06x", math.random(0, 0xffffffff), math.random(0, 0xffff),
    math.random(0, 0xfff), math.random(0, 0xfff), math.random(0, 0xffffff), math.random(0, 0xffffff))
end
local platforms = {{ "chatgpt", "claude", "perplexity", "grok" }}
local function event(site)
  return '{{"siteId":"' .. site[1] .. '","type":"ai_click","eventId":"' .. id() .. '","url":"https://' .. site[2] .. '/page-'
    .. math.random(1, 200) .. '","title":"A page","platform":"' .. platforms[math.random(1, 4)] .. '"}}'
end
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
request = function()
  local site = sites[math.random(1, #sites)]
  wrk.headers["Origin"] = "https://" .. site[2]
  if events == 1 then return wrk.format(nil, nil, nil, event(site)) end
  local list = {{}}
  for i = 1, events do list[i] = event(site) end
  return wrk.format(nil, nil, nil, '{{"events":[' .. table.concat(list, ",") .. "]}}")
end
"#
                ));
            }
        }
        lua.push_str(
            r#"
done = function(summary, latency)
  io.write(string.format("\nASKLINE %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(99),
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
"#,
        );
        lua
    }
}

fn lua_text(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// Runs `script` against `url`.
pub async fn run(url: &str, connections: u32, during: Duration, script: &Script) -> Result<Load> {
    let mut file = tempfile::Builder::new().suffix(".lua").tempfile()?;
    file.write_all(script.lua().as_bytes())?;
    let output = Command::new("wrk")
        .args(["-t1", &format!("-c{connections}"), &format!("-d{}s", during.as_secs()), "-s"])
        .arg(file.path())
        .arg(url)
        .output()
        .await
        .context("wrk is needed: apt-get install wrk")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers: Vec<f64> = text
        .lines()
        .find_map(|line| line.strip_prefix("ASKLINE "))
        .with_context(|| format!("wrk did not finish: {text}{}", String::from_utf8_lossy(&output.stderr)))?
        .split(' ')
        .filter_map(|number| number.parse().ok())
        .collect();
    let [requests, microseconds, p99, failures] = numbers[..] else { anyhow::bail!("wrk said {numbers:?}") };
    Ok(Load { per_second: requests / (microseconds / 1e6), p99_ms: p99 / 1e3, failures: failures as u64 })
}
