// Generated from the OpenAPI document: `npm run client:typescript`.
export {};
