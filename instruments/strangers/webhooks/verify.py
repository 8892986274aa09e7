"""Reads deliveries from the input. Prints for each library whether it accepts each delivery, and what the CloudEvents SDK reads."""

import json
import sys

from cloudevents.v1.http import from_http
from standardwebhooks import Webhook as Standard
from svix.webhooks import Webhook as Svix

deliveries = json.load(sys.stdin)


def accepts(library):
    def verdict(delivery):
        try:
            library(delivery["secret"]).verify(delivery["body"], delivery["headers"])
            return True
        except Exception:
            return False

    return [verdict(delivery) for delivery in deliveries]


def read(delivery):
    event = from_http(delivery["headers"], delivery["body"])
    return {"id": event["id"], "type": event["type"], "subject": event["subject"], "data": event.data}


json.dump(
    {
        "standardwebhooks": accepts(Standard),
        "svix": accepts(Svix),
        "events": [read(delivery) for delivery in deliveries],
    },
    sys.stdout,
)
