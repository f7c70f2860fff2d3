// Controls a running simulator from a Go test, with the standard library.
package shop

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func admin(t *testing.T, method, path, body string) (result map[string]any) {
	t.Helper()
	url := "http://127.0.0.1:4010/_simulator/api" + path
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusNoContent {
		return nil
	}
	if err := json.NewDecoder(response.Body).Decode(&result); err != nil || response.StatusCode >= 400 {
		t.Fatal(method, path, response.Status, result, err)
	}
	return result
}

func TestRetriesAfterATimeout(t *testing.T) {
	admin(t, "POST", "/faults", `{"kind":"kong","operation":"transfers.out"}`)
	now := admin(t, "POST", "/clock/advance", `{"by":"6m"}`)["now"]
	if now != "2026-04-27T09:06:00.000Z" {
		t.Error("the clock shows", now)
	}
}
