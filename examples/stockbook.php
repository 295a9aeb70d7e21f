<?php

declare(strict_types=1);

/**
 * Signed calls to Stockbook, and the verification of its webhooks. Copy this file: it needs PHP 8.0 and nothing else.
 *
 *     $stockbook = new Stockbook('https://stockbook.example', 'acme', 'owner@acme.example', $apiSecret);
 *     $brandId = $stockbook->call('/inventory/brand/add', ['name' => 'Hearth & Clay'])['brand_id'];
 *
 *     Stockbook::verify(getallheaders(), file_get_contents('php://input'), $webhookSecret);
 */
final class Stockbook
{
    private const TRIES = 3;
    private const TIMEOUT = 35;
    private const LONGEST_PAUSE = 30;
    private const TOLERANCE = 300;

    public function __construct(
        private string $url,
        private string $domain,
        private string $apiKey,
        #[\SensitiveParameter] private string $apiSecret,
    ) {
    }

    /**
     * Each try sends the same bytes with the same `idempotency_key`, so a write whose answer was lost is done once.
     * Give a key of your own, such as the id of your order, to repeat a call in a later run.
     *
     * @param array<string, mixed> $fields
     * @return array<string, mixed> the answer
     * @throws StockbookException for a refusal, and with status 0 when no answer arrives in three tries
     */
    public function call(string $path, array $fields = []): array
    {
        $body = $this->sign($path, $fields + ['idempotency_key' => bin2hex(random_bytes(16)), 'strict' => true]);
        for ($try = 1; ; $try++) {
            [$status, $retryAfter, $answer] = $this->post($path, $body);
            if ($status === 200 && $answer !== null) {
                return $answer;
            }
            // A proxy in front may answer without JSON; an answer that was cut off counts as lost.
            $isPassing = $status === 200 || $status === 0 || $status === 429 || $status >= 500;
            if ($try === self::TRIES || !$isPassing) {
                throw new StockbookException($status, $answer ?? ['error' => ["No answer from $path."]]);
            }
            $pause = $retryAfter ?? random_int(0, 1000 * 2 ** $try) / 1000;
            usleep((int) (1_000_000 * min($pause, self::LONGEST_PAUSE)));
        }
    }

    /** Signs a body in which `auth_signature` is the empty string. */
    public static function signature(#[\SensitiveParameter] string $apiSecret, string $path, string $body): string
    {
        return hash_hmac('sha256', "$path\n$body", $apiSecret);
    }

    /**
     * A delivery may arrive twice: remember the `webhook-id` of those that you have handled.
     *
     * @param array<string, string> $headers
     * @param string $body the raw bytes, before they are parsed
     * @param string $secret begins with whsec_
     * @param int|null $now in seconds
     * @throws UnexpectedValueException unless Stockbook has signed the delivery in the last five minutes
     */
    public static function verify(
        array $headers,
        string $body,
        #[\SensitiveParameter] string $secret,
        ?int $now = null,
    ): void {
        $headers = array_change_key_case($headers);
        $id = $headers['webhook-id'] ?? '';
        $timestamp = $headers['webhook-timestamp'] ?? '';
        if ($id === '' || !ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > self::TOLERANCE) {
            throw new UnexpectedValueException('The id of the delivery is missing, or its time is not that of now.');
        }
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false || $key === '') {
            throw new InvalidArgumentException('The secret of the webhook is empty or no base64.');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        // The header has two signatures while the secret is rotated.
        foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
            if (hash_equals($expected, $given)) {
                return;
            }
        }
        throw new UnexpectedValueException('The signature of the delivery does not fit.');
    }

    private function sign(string $path, array $fields): string
    {
        $authentication = ['domain' => $this->domain, 'api_key' => $this->apiKey, 'auth_timestamp' => time()];
        $before = '{"auth_signature":"';
        $after = '",' . substr(json_encode($authentication + $fields, JSON_THROW_ON_ERROR), 1);
        return $before . self::signature($this->apiSecret, $path, $before . $after) . $after;
    }

    /** @return array{int, int|null, array<string, mixed>|null} status (0 for no answer), seconds to wait, answer */
    private function post(string $path, string $body): array
    {
        $stream = @fopen($this->url . $path, 'rb', false, stream_context_create(['http' => [
            'method' => 'POST',
            'header' => 'content-type: application/json',
            'content' => $body,
            'timeout' => self::TIMEOUT,
            'follow_location' => 0,
            'ignore_errors' => true,
        ]]));
        if ($stream === false) {
            return [0, null, null];
        }
        $head = implode("\n", stream_get_meta_data($stream)['wrapper_data']);
        $answer = json_decode((string) stream_get_contents($stream), true);
        fclose($stream);
        $status = preg_match('/^HTTP\S* (\d{3})/', $head, $match) ? (int) $match[1] : 0;
        $retryAfter = preg_match('/^retry-after: *(\d+)/mi', $head, $match) ? (int) $match[1] : null;
        return [$status, $retryAfter, is_array($answer) ? $answer : null];
    }
}

/** A refusal. `errors` has whole sentences; `details` has the code and the field of each. */
final class StockbookException extends RuntimeException
{
    /** @var list<string> */
    public array $errors;
    /** @var list<array{code: string, field?: string, message: string}> */
    public array $details;
    public string $requestId;

    /** @param array<string, mixed> $answer */
    public function __construct(public int $status, array $answer)
    {
        $this->errors = $answer['error'] ?? [];
        $this->details = $answer['error_details'] ?? [];
        $this->requestId = $answer['request_id'] ?? '';
        parent::__construct("$status: " . implode(' ', $this->errors), $status);
    }
}
