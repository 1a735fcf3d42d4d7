// Ten tasks with the client that openapi-generator's go generates.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"askline"
)

func must[Answer, Response any](answer Answer, _ Response, err error) Answer {
	if err != nil {
		log.Fatalf("%T: %v", answer, err)
	}
	return answer
}

func check(what string, holds bool) {
	if !holds {
		log.Fatal(what)
	}
}

func main() {
	email, org, site := os.Getenv("CLIENT_EMAIL"), os.Getenv("CLIENT_ORG"), os.Getenv("CLIENT_SITE")
	settings := askline.NewConfiguration()
	settings.Servers = askline.ServerConfigurations{{URL: os.Getenv("CLIENT_SERVER")}}
	client := askline.NewAPIClient(settings)
	anyone := context.Background()
	as := func(token string) context.Context {
		return context.WithValue(anyone, askline.ContextAccessToken, token)
	}

	credentials := askline.NewCredentials(email, os.Getenv("CLIENT_PASSWORD"))
	owner := as(must(client.AuthAPI.SignIn(anyone).Credentials(*credentials).Execute()).Data.Token)
	me := must(client.MeAPI.ShowMe(owner).Execute()).Data
	wanted := askline.NewApiKeyCreate([]askline.Scope{askline.SCOPE_STAR})
	wanted.SetName("openapi-generator")
	key := must(client.KeysAPI.CreateApiKey(owner).OrgId(org).ApiKeyCreate(*wanted).Execute()).Data.GetKey()
	program := as(key)

	sites := must(client.SitesAPI.ListSites(program).Limit(1).Execute())
	both := []askline.AiClicksInclude{askline.AICLICKSINCLUDE_BY_PROMPT, askline.AICLICKSINCLUDE_SERIES_BY_PLATFORM}
	clicks := must(client.AnalyticsAPI.ShowAiClicks(program, site).Days(30).Include(both).Execute()).Data
	pages := must(client.AnalyticsAPI.ShowPages(program, site).Execute()).Data
	text := askline.NewPromptCreate("By a sixth program", "Summarize {{url}}")
	text.SetKind(askline.PROMPTKIND_SUMMARY)
	prompt := must(client.PromptsAPI.CreatePrompt(program, site).PromptCreate(*text).Execute()).Data
	update := askline.NewPromptUpdate()
	update.SetName("Renamed by a sixth program")
	renamed := must(client.PromptsAPI.UpdatePrompt(program, site, prompt.Id).PromptUpdate(*update).Execute()).Data
	hiding := askline.NewRuleCreate("By a sixth program", *askline.NewRuleActionInput(askline.RULEACTIONTYPE_HIDE_WIDGET))
	hiding.SetPriority(900)
	match := askline.NewRuleMatchInput()
	match.SetPaths([]string{"/nowhere"})
	hiding.SetMatch(*match)
	rule := must(client.RulesAPI.CreateRule(program, site).RuleCreate(*hiding).Execute()).Data
	view := askline.NewEvent(site, askline.EVENTTYPE_VIEW, "5b6f2f0e-6f0c-4d57-9b5e-6f6f0c4d579b", "https://elsewhere.example/")
	events := must(client.EventsAPI.SendEvents(anyone).EventOrEventList(askline.EventOrEventList{Event: view}).Execute()).Data

	counted := int64(0)
	for _, day := range clicks.Series {
		counted += int64(day.Value)
	}
	check("who am I", me.User.Email == email && len(sites.Data.Items) == 1 && len(pages.Items) > 0)
	check("sums", clicks.Totals.Days == 30 && counted == int64(clicks.Totals.AiClicks))
	check("what was included", len(clicks.ByPrompt) > 0 && len(clicks.SeriesByPlatform) > 0)
	check("prompt", prompt.Status == "active" && renamed.Name == "Renamed by a sixth program")
	check("rule and event", rule.Priority == 900 && events.Dropped == 1)
	fmt.Println("10 tasks done")
}
