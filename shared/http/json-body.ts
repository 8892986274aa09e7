import express, { type RequestHandler } from 'express';

/** Parses a JSON body from another process of this system. */
export function jsonBody(limit: string): RequestHandler {
  return express.json({ limit });
}
