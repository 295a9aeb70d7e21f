// Package stockbook makes signed calls to Stockbook and verifies its webhooks. Copy this file into your module: it
// needs Go 1.21 and no other package.
//
//	client := stockbook.Client{URL: url, Domain: "acme", APIKey: "owner@acme.example", APISecret: secret}
//	var brand struct {
//		ID int64 `json:"brand_id"`
//	}
//	err := client.Call(ctx, "/inventory/brand/add", map[string]any{"name": "Hearth & Clay"}, &brand)
//
//	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
//	err = stockbook.Verify(r.Header, body, webhookSecret, time.Now())
package stockbook

import (
	"bytes"
	"context"
	"crypto/hmac"
	cryptorand "crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	tries        = 3
	timeout      = 35 * time.Second
	longestPause = 30 * time.Second
	tolerance    = 5 * time.Minute
)

// ErrWebhook is wrapped by every error of Verify for a delivery that is not Stockbook's, or not of now.
var ErrWebhook = errors.New("stockbook: webhook refused")

// Client makes the calls of one user. A nil HTTP stands for a client whose requests end after 35 s.
type Client struct {
	URL, Domain, APIKey, APISecret string
	HTTP                           *http.Client
}

// Error is a refusal. Messages has whole sentences; Details has the code and the field of each.
type Error struct {
	Status     int           `json:"-"`
	RetryAfter time.Duration `json:"-"`
	Messages   []string      `json:"error"`
	Details    []struct {
		Code, Field, Message string
	} `json:"error_details"`
	RequestID string `json:"request_id"`
}

func (e *Error) Error() string {
	return fmt.Sprintf("stockbook: %d: %s", e.Status, strings.Join(e.Messages, " "))
}

// Call decodes the answer into answer. A refusal is an *Error; every other error means that no answer arrived.
//
// Each try sends the same bytes with the same idempotency_key, so a write whose answer was lost is done once. Give a
// key of your own, such as the id of your order, to repeat a call in a later run.
func (c *Client) Call(ctx context.Context, path string, fields map[string]any, answer any) error {
	body, err := c.sign(path, fields)
	if err != nil {
		return err
	}
	for try := 1; ; try++ {
		text, err := c.post(ctx, path, body)
		if err == nil {
			return json.Unmarshal(text, answer)
		}
		pause := time.Duration(rand.Float64() * float64(time.Second<<try))
		var refusal *Error
		if errors.As(err, &refusal) {
			if refusal.Status != http.StatusTooManyRequests && refusal.Status < 500 {
				return err
			}
			pause = max(pause, refusal.RetryAfter)
		}
		if try == tries {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(pause, longestPause)):
		}
	}
}

// Signature signs a body in which auth_signature is the empty string.
func Signature(apiSecret, path string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(apiSecret))
	fmt.Fprintf(mac, "%s\n%s", path, body)
	return hex.EncodeToString(mac.Sum(nil))
}

// Verify returns nil if Stockbook has signed the raw body in the last five minutes. The secret begins with whsec_.
//
// A delivery may arrive twice: remember the webhook-id of those that you have handled.
func Verify(header http.Header, body []byte, secret string, now time.Time) error {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil {
		return fmt.Errorf("%w: its id or its time is missing or malformed", ErrWebhook)
	}
	if now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return fmt.Errorf("%w: its time %s is more than %s off", ErrWebhook, timestamp, tolerance)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 {
		return errors.New("stockbook: the secret of the webhook is empty or no base64")
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// The header has two signatures while the secret is rotated.
	for _, given := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal(expected, []byte(given)) {
			return nil
		}
	}
	return fmt.Errorf("%w: its signature does not fit", ErrWebhook)
}

func (c *Client) sign(path string, fields map[string]any) ([]byte, error) {
	key := make([]byte, 16)
	if _, err := cryptorand.Read(key); err != nil {
		return nil, err
	}
	all := map[string]any{"idempotency_key": hex.EncodeToString(key), "strict": true}
	maps.Copy(all, fields)
	maps.Copy(all, map[string]any{"domain": c.Domain, "api_key": c.APIKey, "auth_timestamp": time.Now().Unix()})
	text, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	before, after := `{"auth_signature":"`, `",`+string(text[1:])
	return []byte(before + Signature(c.APISecret, path, []byte(before+after)) + after), nil
}

func (c *Client) post(ctx context.Context, path string, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("content-type", "application/json")
	client := c.HTTP
	if client == nil {
		client = &http.Client{Timeout: timeout}
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode == http.StatusOK {
		return text, err
	}
	refusal := &Error{}
	// A proxy in front may answer without JSON.
	if json.Unmarshal(text, refusal) != nil || len(refusal.Messages) == 0 {
		refusal.Messages = []string{response.Status}
	}
	seconds, _ := strconv.Atoi(response.Header.Get("retry-after"))
	refusal.Status, refusal.RetryAfter = response.StatusCode, time.Duration(seconds)*time.Second
	return nil, refusal
}
