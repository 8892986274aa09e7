// Reads deliveries from the input. Prints for each library whether it accepts each delivery, and what the CloudEvents SDK reads.
package main

import (
	"encoding/json"
	"net/http"
	"os"

	cloudevents "github.com/cloudevents/sdk-go/v2"
	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"
	svix "github.com/svix/svix-webhooks/go"
)

type delivery struct {
	Secret  string            `json:"secret"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

type event struct {
	Id      string          `json:"id"`
	Type    string          `json:"type"`
	Subject string          `json:"subject"`
	Data    json.RawMessage `json:"data"`
}

type verifier interface {
	Verify(payload []byte, headers http.Header) error
}

func main() {
	var deliveries []delivery
	check(json.NewDecoder(os.Stdin).Decode(&deliveries))
	var output struct {
		Standard []bool  `json:"standardwebhooks"`
		Svix     []bool  `json:"svix"`
		Events   []event `json:"events"`
	}
	for _, each := range deliveries {
		headers := http.Header{}
		for name, value := range each.Headers {
			headers.Set(name, value)
		}
		ofStandard, err := standard.NewWebhook(each.Secret)
		check(err)
		ofSvix, err := svix.NewWebhook(each.Secret)
		check(err)
		output.Standard = append(output.Standard, accepts(ofStandard, each.Body, headers))
		output.Svix = append(output.Svix, accepts(ofSvix, each.Body, headers))
		var read cloudevents.Event
		check(json.Unmarshal([]byte(each.Body), &read))
		check(read.Validate())
		output.Events = append(output.Events, event{read.ID(), read.Type(), read.Subject(), read.Data()})
	}
	check(json.NewEncoder(os.Stdout).Encode(output))
}

func accepts(library verifier, body string, headers http.Header) bool {
	return library.Verify([]byte(body), headers) == nil
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
