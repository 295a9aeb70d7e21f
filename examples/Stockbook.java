import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SignatureException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signed calls to Stockbook, and the verification of its webhooks. Copy this file: it needs Java 17 and no library.
 * Fields and answers are JSON texts, as Java has no JSON of its own: use the library that you have.
 *
 * <pre>{@code
 * var stockbook = new Stockbook("https://stockbook.example", "acme", "owner@acme.example", apiSecret);
 * String answer = stockbook.call("/inventory/brand/add", "{\"name\":\"Hearth & Clay\"}");
 *
 * Stockbook.verify(request::getHeader, request.getInputStream().readAllBytes(), webhookSecret, Instant.now());
 * }</pre>
 */
public final class Stockbook {
    private static final int TRIES = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(35);
    private static final long LONGEST_PAUSE_MS = 30_000;
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final String url;
    private final String domain;
    private final String apiKey;
    private final String apiSecret;

    public Stockbook(String url, String domain, String apiKey, String apiSecret) {
        this.url = url;
        this.domain = domain;
        this.apiKey = apiKey;
        this.apiSecret = apiSecret;
    }

    /** A refusal. The body is JSON: {@code error} has whole sentences, {@code error_details} the code of each. */
    public static final class Refusal extends IOException {
        private static final long serialVersionUID = 1L;
        public final int status;
        public final String body;

        Refusal(int status, String body) {
            super(status + ": " + body);
            this.status = status;
            this.body = body;
        }
    }

    /** Calls with an idempotency key of its own. */
    public String call(String path, String fields) throws IOException, InterruptedException {
        return call(path, fields, UUID.randomUUID().toString());
    }

    /**
     * Each try sends the same bytes with the same key, so a write whose answer was lost is done once. Give a key such
     * as the id of your order to repeat a call in a later run.
     *
     * @param fields a JSON object, without {@code idempotency_key} and {@code strict}, which are set here
     * @return the answer, a JSON object
     * @throws Refusal for a refusal; every other IOException means that no answer arrived in three tries
     */
    public String call(String path, String fields, String idempotencyKey) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(TIMEOUT)
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(sign(path, fields, idempotencyKey)))
                .build();
        for (int attempt = 1; ; attempt++) {
            long pause = ThreadLocalRandom.current().nextLong(1_000L << attempt);
            try {
                HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
                int status = response.statusCode();
                if (status == 200) {
                    return response.body();
                }
                if (attempt == TRIES || (status != 429 && status < 500)) {
                    throw new Refusal(status, response.body());
                }
                String retryAfter = response.headers().firstValue("retry-after").orElse("");
                pause = retryAfter.matches("\\d{1,6}") ? 1_000 * Long.parseLong(retryAfter) : pause;
            } catch (Refusal refusal) {
                throw refusal;
            } catch (IOException lost) {
                if (attempt == TRIES) {
                    throw lost;
                }
            }
            Thread.sleep(Math.min(pause, LONGEST_PAUSE_MS));
        }
    }

    /** Signs a body in which {@code auth_signature} is the empty string. */
    public static String signature(String apiSecret, String path, String body) {
        return HexFormat.of().formatHex(hmac(utf8(apiSecret), utf8(path + "\n" + body)));
    }

    /**
     * Returns if Stockbook has signed the delivery in the last five minutes. A delivery may arrive twice: remember the
     * {@code webhook-id} of those that you have handled.
     *
     * @param header gives the value of a header, or null
     * @param body the raw bytes, before they are parsed
     * @param secret begins with whsec_
     */
    public static void verify(UnaryOperator<String> header, byte[] body, String secret, Instant now)
            throws SignatureException {
        String id = header.apply("webhook-id");
        String timestamp = header.apply("webhook-timestamp");
        String signatures = header.apply("webhook-signature");
        if (id == null || signatures == null || timestamp == null || !timestamp.matches("[0-9]{1,12}")) {
            throw new SignatureException("A header of the delivery is missing or malformed.");
        }
        Instant sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
        if (Duration.between(sent, now).abs().compareTo(TOLERANCE) > 0) {
            throw new SignatureException("The time of the delivery, " + sent + ", is more than 300 s off.");
        }
        byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
        byte[] digest = hmac(key, utf8(id + "." + timestamp + "."), body);
        byte[] expected = utf8("v1," + Base64.getEncoder().encodeToString(digest));
        // The header has two signatures while the secret is rotated.
        for (String given : signatures.split(" ")) {
            if (MessageDigest.isEqual(expected, utf8(given))) {
                return;
            }
        }
        throw new SignatureException("The signature of the delivery does not fit.");
    }

    private String sign(String path, String fields, String idempotencyKey) {
        String rest = fields.strip().substring(1).strip();
        String before = "{\"auth_signature\":\"";
        String after = "\",\"domain\":" + quote(domain) + ",\"api_key\":" + quote(apiKey)
                + ",\"auth_timestamp\":" + Instant.now().getEpochSecond()
                + ",\"idempotency_key\":" + quote(idempotencyKey)
                + ",\"strict\":true" + (rest.equals("}") ? "" : ",") + rest;
        return before + signature(apiSecret, path, before + after) + after;
    }

    private static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static byte[] hmac(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has HmacSHA256.", impossible);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
