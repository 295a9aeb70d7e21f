// Command driver runs one function of stockbook.go; snippets.mjs says how drivers are called.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"example/stockbook"
)

func main() {
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	output, err := run(os.Args[1], os.Args[2:], body)
	var refusal *stockbook.Error
	if errors.As(err, &refusal) || errors.Is(err, stockbook.ErrWebhook) {
		output, err = fmt.Sprint("refused: ", err), nil
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(output)
}

func run(command string, arguments []string, body []byte) (string, error) {
	secret := os.Getenv("STOCKBOOK_API_SECRET")
	switch command {
	case "signature":
		return stockbook.Signature(secret, arguments[0], body), nil
	case "verify":
		now := time.Now()
		if seconds, err := strconv.ParseInt(arguments[1], 10, 64); err == nil {
			now = time.Unix(seconds, 0)
		}
		header := http.Header{}
		for _, each := range arguments[2:] {
			name, value, _ := strings.Cut(each, "=")
			header.Set(name, value)
		}
		return "verified", stockbook.Verify(header, body, arguments[0], now)
	}
	var fields map[string]any
	if err := json.Unmarshal(body, &fields); err != nil {
		return "", err
	}
	client := stockbook.Client{
		URL:       os.Getenv("STOCKBOOK_URL"),
		Domain:    os.Getenv("STOCKBOOK_DOMAIN"),
		APIKey:    os.Getenv("STOCKBOOK_API_KEY"),
		APISecret: secret,
	}
	var answer json.RawMessage
	err := client.Call(context.Background(), arguments[0], fields, &answer)
	return string(answer), err
}
