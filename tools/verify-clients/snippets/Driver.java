import java.nio.charset.StandardCharsets;
import java.security.SignatureException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Runs one function of Stockbook.java; snippets.mjs says how drivers are called. */
final class Driver {
    public static void main(String[] arguments) throws Exception {
        byte[] body = System.in.readAllBytes();
        try {
            System.out.write(run(arguments, body).getBytes(StandardCharsets.UTF_8));
        } catch (Stockbook.Refusal | SignatureException refusal) {
            System.out.write(("refused: " + refusal.getMessage()).getBytes(StandardCharsets.UTF_8));
        }
        System.out.flush();
    }

    private static String run(String[] arguments, byte[] body) throws Exception {
        Map<String, String> env = System.getenv();
        String secret = env.get("STOCKBOOK_API_SECRET");
        String text = new String(body, StandardCharsets.UTF_8);
        switch (arguments[0]) {
            case "signature":
                return Stockbook.signature(secret, arguments[1], text);
            case "verify":
                Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
                for (int at = 3; at < arguments.length; at++) {
                    String[] header = arguments[at].split("=", 2);
                    headers.put(header[0], header[1]);
                }
                String now = arguments[2];
                Instant instant = now.isEmpty() ? Instant.now() : Instant.ofEpochSecond(Long.parseLong(now));
                Stockbook.verify(headers::get, body, arguments[1], instant);
                return "verified";
            default:
                String domain = env.get("STOCKBOOK_DOMAIN");
                String key = env.get("STOCKBOOK_API_KEY");
                return new Stockbook(env.get("STOCKBOOK_URL"), domain, key, secret).call(arguments[1], text);
        }
    }
}
