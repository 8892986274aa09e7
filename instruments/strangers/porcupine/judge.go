// Reads histories of stock rows from a file. Prints for each whether Porcupine finds it linearizable.
package main

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"time"

	"github.com/anishathalye/porcupine"
)

type call struct {
	Client int
	Call   int64
	Return *int64
	Kind   string
	Units  int
	Order  int
	Result string
	Stock  *int
	Held   *int
}

type history struct {
	Name  string
	Stock int
	Calls []call
}

type row struct {
	stock, held int
	// One bit for each order that was released.
	released [8]uint64
}

var kinds = []string{"read", "adjust", "reserve", "release"}

// Returns the row after the call, and whether the row allows it.
func (before row) after(made call) (row, bool) {
	next := before
	switch made.Kind {
	case "adjust":
		next.stock += made.Units
	case "reserve":
		next.stock -= made.Units
		next.held += made.Units
	case "release":
		word, bit := made.Order/64, uint64(1)<<(made.Order%64)
		next.stock += made.Units
		next.held -= made.Units
		next.released[word] |= bit
		return next, before.released[word]&bit == 0
	}
	return next, next.stock >= 0
}

func (shown row) agrees(made call) bool {
	return (made.Stock == nil || *made.Stock == shown.stock) && (made.Held == nil || *made.Held == shown.held)
}

func step(state, input, _ any) (bool, any) {
	before, made := state.(row), input.(call)
	next, isAllowed := before.after(made)
	if made.Result == "refused" {
		return !isAllowed && before.agrees(made), before
	}
	// A call without an outcome may have been refused.
	if made.Result == "unknown" && !isAllowed {
		return true, before
	}
	return isAllowed && next.agrees(made), next
}

func judge(given history) porcupine.CheckResult {
	model := porcupine.Model{Init: func() any { return row{stock: given.Stock} }, Step: step}
	operations := []porcupine.Operation{}
	for _, made := range given.Calls {
		// A call without an outcome may take effect at any time until the end, or never.
		end := int64(math.MaxInt64)
		if made.Return != nil {
			end = *made.Return
		}
		if slices.Contains(kinds, made.Kind) {
			operation := porcupine.Operation{ClientId: made.Client, Input: made, Call: made.Call, Return: end}
			operations = append(operations, operation)
		}
	}
	return porcupine.CheckOperationsTimeout(model, operations, time.Minute)
}

func main() {
	input, err := os.ReadFile(os.Args[1])
	check(err)
	var histories []history
	check(json.Unmarshal(input, &histories))
	verdicts := map[string]porcupine.CheckResult{}
	for _, each := range histories {
		verdicts[each.Name] = judge(each)
	}
	check(json.NewEncoder(os.Stdout).Encode(verdicts))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
