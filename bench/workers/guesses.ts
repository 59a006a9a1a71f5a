// Guesses the owner's password in its own process. Its options are the first argument, its result one line.

/** What to send, one after another, and where. */
export type GuessOrders = { url: string; apikey: string; email: string; guesses: number };

/** How many of the guesses were turned away unread. */
export type GuessOutcome = { turnedAway: number };

// Written by bench/parts/sign-in.ts.
const { url, apikey, email, guesses } = JSON.parse(process.argv[2] ?? "") as GuessOrders;

let turnedAway = 0;
for (let guess = 0; guess < guesses; guess += 1) {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey, "Content-Type": "application/json" },
    body: JSON.stringify({ email, password: `guess ${guess}` }),
  });
  await response.arrayBuffer();
  if (response.status === 429) turnedAway += 1;
}
console.log(JSON.stringify({ turnedAway } satisfies GuessOutcome));
