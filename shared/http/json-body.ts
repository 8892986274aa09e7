import express, { type RequestHandler } from 'express';

/** Reads a JSON body from another process of the store. */
export function jsonBody(limit: string): RequestHandler {
  return express.json({ limit });
}
