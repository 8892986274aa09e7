import express from 'express';
import type { RequestHandler } from 'express';

/** Reads a body that another process of the store sends as JSON. */
export function jsonBody(limit: string): RequestHandler {
  return express.json({ limit });
}
