export { createClient, followOperation } from "./client.js";
export { fileOf } from "./files.js";
export { events, ownEvents } from "./events.js";
export { newIdempotencyKey } from "./idempotency-key.js";
export * from "./problems.js";
export { rehearseCheckout } from "./rehearse-checkout.js";
export { verifyWebhook, WebhookRefused } from "./webhooks.js";
export * from "./generated/sdk.gen.js";
