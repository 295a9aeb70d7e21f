<?php

// Runs one function of stockbook.php; snippets.mjs says how drivers are called.

declare(strict_types=1);

require __DIR__ . '/stockbook.php';

set_error_handler(
    fn (int $level, string $message) => error_reporting() & $level ? throw new ErrorException($message) : false,
);
[, $command, $first] = $argv;
$body = file_get_contents('php://stdin');
$secret = getenv('STOCKBOOK_API_SECRET');
try {
    if ($command === 'signature') {
        echo Stockbook::signature($secret, $first, $body);
    } elseif ($command === 'verify') {
        $headers = [];
        foreach (array_slice($argv, 4) as $header) {
            [$name, $value] = explode('=', $header, 2);
            $headers[$name] = $value;
        }
        Stockbook::verify($headers, $body, $first, $argv[3] === '' ? null : (int) $argv[3]);
        echo 'verified';
    } else {
        $user = [getenv('STOCKBOOK_DOMAIN'), getenv('STOCKBOOK_API_KEY'), $secret];
        $client = new Stockbook(getenv('STOCKBOOK_URL'), ...$user);
        echo json_encode($client->call($first, json_decode($body, true)));
    }
} catch (StockbookException | UnexpectedValueException $refusal) {
    echo 'refused: ', $refusal->getMessage();
}
