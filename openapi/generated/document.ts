/* Made by `npm run generate` from the document. Do not edit. */

export default {
  "openapi": "3.1.0",
  "info": {
    "title": "Multi-Channel Messaging API",
    "version": "1.0.0",
    "summary": "One API over WhatsApp, Instagram, Messenger and web chat.",
    "description": "Send and receive customer messages over four channels, selected by the `channel` field: `whatsapp` (default),\n`instagram`, `messenger`, `web` (§1). Requests and responses are JSON in UTF-8; timestamps are ISO 8601 with a UTC\noffset.\n\n## Authentication\n\nSend your API key in the `Authorization` header of every request (§5). The base URL ends in `/api/v1`:\n\n```sh\ncurl \"$WIGWAG_BASE_URL/me\" \\\n  --header \"Authorization: Bearer $WIGWAG_API_KEY\"\n```\n\nLive keys start with `ww_live_`, test keys with `ww_test_`. With a test key, all checks run but nothing is sent: a message has the\nstatus `sent` immediately, and the response has `test: true` and the header `X-Service-Mode: test` (§5.7).\n\nTwo operations also accept the key in the URL, for callers that cannot set headers: `GET /messages/template` as the query\nparameter `api_key`, and `GET /messages/template/{api_key}` as the last segment of the path. Keys in URLs appear in\nlogs, so use a separate key that has only the scope `messages:send` (§5.4).\n\nA key can be restricted to scopes and to source IP addresses. A key without restrictions may call every operation; `GET /me`\nand `GET /channels` accept any valid key. A restricted key needs the scope of the operation (§5.5):\n\n| Scope | What it allows |\n|---|---|\n| `messages:send` | Send a free-form message. Send a template message with a link. Send a template message. Send a template message with a link, with the key in the path. |\n| `messages:read` | Get a message. |\n| `templates:read` | List templates. |\n| `media:write` | Upload a file. |\n| `contacts:read` | List contacts. Get a contact. Check whether the window is open. |\n| `contacts:write` | Create or change a contact. Change a contact. |\n| `optouts:read` | List people who opted out of marketing. |\n| `optouts:write` | Opt a person out of marketing. Allow marketing to a person again. |\n| `blocklist:read` | List blocked people. |\n| `blocklist:write` | Block a person. Unblock a person. |\n| `conversations:read` | List conversations. Get a conversation. List the messages of a conversation. |\n| `conversations:write` | Close, open, assign or mark as read. |\n| `flows:read` | List flows. Get a flow. List the runs of a flow. Show the results of a flow. |\n| `flows:write` | Create a flow. Change a flow. Delete a flow. Test a flow. |\n| `insights:read` | Count messages and conversations. List labels. List agents. |\n| `webhooks:test` | Send a sample event. |\n\n## Rate limits\n\nBy default, a key may make 1,800 requests per minute and 60 per second (§8). Every response has\n`X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Burst`. Over the limit, the response is 429 RATE_LIMITED, and\n`Retry-After` has the number of seconds to wait.\n\n## Idempotency\n\nSends accept the header `Idempotency-Key`. If you repeat a request with the same key and body within 24 hours, nothing\nis sent again: you get the first response, with the header `Idempotent-Replayed: true` (§8). Use a new key for each new message, and\nthe same key for each retry.\n\n## Lists\n\nA list has at most 100 records per page (`limit`, by default 25). While `pagination.has_more` is true, pass `pagination.next_cursor` as\n`cursor` to get the next page (§2.1). The message history of a conversation uses `pagination.before` instead.\n\n## Errors\n\nAn error has a stable `code`, the HTTP status as `http`, and a `message`, a `reason` and a `fix` for people (§7). `docs` is a page about\nthe code. `x-errors` lists the codes that an operation can return. `x-retry` of the schema `ErrorCode` defines how each code may be\nretried: `never`, `after` the seconds in Retry-After, with `backoff`, or with the `same-key`, which means with backoff and the\nsame `Idempotency-Key`.\n\n## Versions\n\nThe version is part of the path. Within v1, no field is removed, but responses, events and lists of values may get new ones, so your code\nmust accept fields and values that it does not know (§9).\n",
    "contact": {
      "name": "wigwag",
      "url": "https://github.com/wigwag/wigwag/issues"
    },
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    }
  },
  "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
  "servers": [
    {
      "url": "{origin}/api/v1",
      "description": "The server you run. The version is part of the path (§9).",
      "variables": {
        "origin": {
          "default": "http://127.0.0.1:3000",
          "description": "Scheme, host and port, without a trailing slash."
        }
      }
    }
  ],
  "security": [
    {
      "apiKey": []
    }
  ],
  "tags": [
    {
      "name": "account",
      "description": "The key, its account and the connected channels (§4.1)."
    },
    {
      "name": "messages",
      "description": "Send messages and check their status (§4.2)."
    },
    {
      "name": "templates",
      "description": "Approved templates (§4.3)."
    },
    {
      "name": "media",
      "description": "Upload files to send (§4.4)."
    },
    {
      "name": "contacts",
      "description": "Contacts and the customer-service window (§4.5)."
    },
    {
      "name": "opt-outs",
      "description": "People who receive no marketing (§4.6)."
    },
    {
      "name": "blocked-numbers",
      "description": "People who receive nothing (§4.6)."
    },
    {
      "name": "conversations",
      "description": "Conversations and message history (§4.7)."
    },
    {
      "name": "flows",
      "description": "Campaign flows (§4.8)."
    },
    {
      "name": "reports",
      "description": "Statistics, labels and agents (§4.9)."
    },
    {
      "name": "webhooks",
      "description": "Events sent to your webhook URL (§4.10, §6)."
    },
    {
      "name": "events",
      "description": "The event stream, for clients that no webhook can reach."
    },
    {
      "name": "developers",
      "description": "This document (§9)."
    }
  ],
  "paths": {
    "/me": {
      "get": {
        "operationId": "getMe",
        "tags": [
          "account"
        ],
        "summary": "Show the key and its account",
        "description": "The key, its account, the modules, the license and the connected channels (§4.1). Any valid key is accepted.",
        "responses": {
          "200": {
            "description": "The key and its account.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/Me"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "key": {
                      "mode": "live",
                      "scopes": [
                        "*"
                      ]
                    },
                    "account": {
                      "id": "1",
                      "name": "Demo"
                    },
                    "modules": {
                      "api": true,
                      "webhook": true,
                      "flows": true
                    },
                    "license": {
                      "status": "active",
                      "expires_at": null
                    },
                    "channels": [
                      "whatsapp",
                      "instagram",
                      "messenger",
                      "web"
                    ]
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        },
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INTERNAL_ERROR"
        ]
      }
    },
    "/channels": {
      "get": {
        "operationId": "listChannels",
        "tags": [
          "account"
        ],
        "summary": "List channels",
        "description": "The capabilities, the window and the connections of each channel (§4.1). Any valid key is accepted.",
        "responses": {
          "200": {
            "description": "The channels.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/ChannelList"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "channels": [
                      {
                        "channel": "whatsapp",
                        "capabilities": {
                          "text": true,
                          "media": true,
                          "location": true,
                          "interactive": true,
                          "template": true
                        },
                        "window_hours": 24,
                        "connections": [
                          {
                            "id": "wa_1",
                            "name": "Demo line",
                            "is_default": true
                          }
                        ]
                      }
                    ]
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        },
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INTERNAL_ERROR"
        ]
      }
    },
    "/messages": {
      "post": {
        "operationId": "sendMessage",
        "tags": [
          "messages"
        ],
        "summary": "Send a free-form message",
        "description": "Accepts the message and responds immediately. Follow its status with GET /messages/{id} or the message.status event (§4.2).\nOn whatsapp, instagram and messenger the customer must have written within the last 24 hours (§1).\n",
        "security": [
          {
            "apiKey": [
              "messages:send"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "IDEMPOTENCY_CONFLICT",
          "INVALID_JSON",
          "VALIDATION_FAILED",
          "PAYLOAD_TOO_LARGE",
          "CHANNEL_UNSUPPORTED",
          "CHANNEL_NOT_CONNECTED",
          "CONNECTION_NOT_FOUND",
          "CHANNEL_FEATURE_UNSUPPORTED",
          "RECIPIENT_INVALID",
          "RECIPIENT_BLOCKED",
          "WINDOW_CLOSED",
          "WINDOW_NEVER_OPENED",
          "MEDIA_REQUIRED",
          "MEDIA_TOO_LARGE",
          "MEDIA_TYPE_UNSUPPORTED",
          "MEDIA_URL_INVALID",
          "PROVIDER_REJECTED",
          "PROVIDER_UNAVAILABLE",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SendMessageRequest"
              },
              "examples": {
                "text": {
                  "summary": "A text on WhatsApp",
                  "value": {
                    "type": "text",
                    "to": "905551112233",
                    "text": "Your order is on its way."
                  }
                },
                "image": {
                  "summary": "An image by URL",
                  "value": {
                    "type": "image",
                    "to": "905551112233",
                    "media": {
                      "url": "https://shop.example/shoe.jpg"
                    },
                    "caption": "Size 42"
                  }
                },
                "buttons": {
                  "summary": "Two buttons",
                  "value": {
                    "type": "interactive",
                    "to": "905551112233",
                    "interactive": {
                      "kind": "button",
                      "text": "Deliver tomorrow?",
                      "buttons": [
                        {
                          "id": "yes",
                          "title": "Yes"
                        },
                        {
                          "id": "no",
                          "title": "No"
                        }
                      ]
                    }
                  }
                }
              }
            }
          }
        },
        "responses": {
          "202": {
            "description": "Accepted; the message is `queued`.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "X-Service-Mode": {
                "$ref": "#/components/headers/ServiceMode"
              },
              "Idempotent-Replayed": {
                "$ref": "#/components/headers/IdempotentReplayed"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/SendResult"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": "msg_17000000000000000001",
                    "status": "queued"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "400": {
            "description": "The body cannot be read, or its Content-Type is missing or wrong.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INVALID_JSON": {
                    "$ref": "#/components/examples/INVALID_JSON"
                  }
                }
              }
            },
            "x-errors": [
              "INVALID_JSON"
            ]
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope messages:send.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  },
                  "RECIPIENT_BLOCKED": {
                    "$ref": "#/components/examples/RECIPIENT_BLOCKED"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE",
              "RECIPIENT_BLOCKED"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "CONNECTION_NOT_FOUND": {
                    "$ref": "#/components/examples/CONNECTION_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "CONNECTION_NOT_FOUND"
            ]
          },
          "409": {
            "description": "The state of the account or the recipient does not allow it.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IDEMPOTENCY_CONFLICT": {
                    "$ref": "#/components/examples/IDEMPOTENCY_CONFLICT"
                  },
                  "CHANNEL_NOT_CONNECTED": {
                    "$ref": "#/components/examples/CHANNEL_NOT_CONNECTED"
                  },
                  "WINDOW_CLOSED": {
                    "$ref": "#/components/examples/WINDOW_CLOSED"
                  },
                  "WINDOW_NEVER_OPENED": {
                    "$ref": "#/components/examples/WINDOW_NEVER_OPENED"
                  }
                }
              }
            },
            "x-errors": [
              "IDEMPOTENCY_CONFLICT",
              "CHANNEL_NOT_CONNECTED",
              "WINDOW_CLOSED",
              "WINDOW_NEVER_OPENED"
            ]
          },
          "413": {
            "description": "The body or the file is over the size limit.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PAYLOAD_TOO_LARGE": {
                    "$ref": "#/components/examples/PAYLOAD_TOO_LARGE"
                  },
                  "MEDIA_TOO_LARGE": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "MEDIA_TOO_LARGE",
                        "http": 413,
                        "message": "The file is larger than the 5 MB allowed for image.",
                        "reason": "Each kind of media has a size limit.",
                        "fix": "Send a smaller file.",
                        "param": "media.url",
                        "docs": "http://127.0.0.1:3000/developers/errors/MEDIA_TOO_LARGE",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "PAYLOAD_TOO_LARGE",
              "MEDIA_TOO_LARGE"
            ]
          },
          "415": {
            "description": "The MIME type is not accepted.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MEDIA_TYPE_UNSUPPORTED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "MEDIA_TYPE_UNSUPPORTED",
                        "http": 415,
                        "message": "The file cannot be sent: image/svg+xml is not a supported type.",
                        "reason": "Providers accept only certain file types.",
                        "fix": "Convert the file to one of the supported types.",
                        "param": "media.url",
                        "docs": "http://127.0.0.1:3000/developers/errors/MEDIA_TYPE_UNSUPPORTED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "MEDIA_TYPE_UNSUPPORTED"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "$ref": "#/components/examples/VALIDATION_FAILED"
                  },
                  "CHANNEL_UNSUPPORTED": {
                    "$ref": "#/components/examples/CHANNEL_UNSUPPORTED"
                  },
                  "CHANNEL_FEATURE_UNSUPPORTED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "CHANNEL_FEATURE_UNSUPPORTED",
                        "http": 422,
                        "message": "The channel messenger does not support location.",
                        "reason": "Channels support different features.",
                        "fix": "Call GET /channels to see what each channel supports.",
                        "param": "channel",
                        "docs": "http://127.0.0.1:3000/developers/errors/CHANNEL_FEATURE_UNSUPPORTED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "RECIPIENT_INVALID": {
                    "$ref": "#/components/examples/RECIPIENT_INVALID"
                  },
                  "MEDIA_REQUIRED": {
                    "$ref": "#/components/examples/MEDIA_REQUIRED"
                  },
                  "MEDIA_URL_INVALID": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "MEDIA_URL_INVALID",
                        "http": 422,
                        "message": "http://shop.example/a.jpg cannot be used: it must start with https://.",
                        "reason": "Media URLs must be https and publicly reachable without authentication.",
                        "fix": "Use a public https URL, or upload the file with POST /media.",
                        "param": "media.url",
                        "docs": "http://127.0.0.1:3000/developers/errors/MEDIA_URL_INVALID",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED",
              "CHANNEL_UNSUPPORTED",
              "CHANNEL_FEATURE_UNSUPPORTED",
              "RECIPIENT_INVALID",
              "MEDIA_REQUIRED",
              "MEDIA_URL_INVALID"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          },
          "502": {
            "description": "The provider or receiver refused the request or did not respond.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PROVIDER_REJECTED": {
                    "$ref": "#/components/examples/PROVIDER_REJECTED"
                  }
                }
              }
            },
            "x-errors": [
              "PROVIDER_REJECTED"
            ]
          },
          "503": {
            "description": "The provider is down. Retry after 30 s, 2 min and 5 min with the same Idempotency-Key (§7).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PROVIDER_UNAVAILABLE": {
                    "$ref": "#/components/examples/PROVIDER_UNAVAILABLE"
                  }
                }
              }
            },
            "x-errors": [
              "PROVIDER_UNAVAILABLE"
            ]
          }
        }
      }
    },
    "/messages/template": {
      "post": {
        "operationId": "sendTemplate",
        "tags": [
          "messages"
        ],
        "summary": "Send a template message",
        "description": "Sends an approved template. No open window is required (§4.2).",
        "security": [
          {
            "apiKey": [
              "messages:send"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "IDEMPOTENCY_CONFLICT",
          "INVALID_JSON",
          "VALIDATION_FAILED",
          "PAYLOAD_TOO_LARGE",
          "CHANNEL_UNSUPPORTED",
          "CHANNEL_NOT_CONNECTED",
          "CONNECTION_NOT_FOUND",
          "CHANNEL_FEATURE_UNSUPPORTED",
          "RECIPIENT_INVALID",
          "RECIPIENT_BLOCKED",
          "RECIPIENT_OPTED_OUT",
          "TEMPLATE_NOT_FOUND",
          "TEMPLATE_NOT_APPROVED",
          "TEMPLATE_VARIABLES_MISSING",
          "TEMPLATE_VARIABLES_FORMAT",
          "TEMPLATE_HEADER_MISSING",
          "TEMPLATE_BUTTON_PARAM_MISSING",
          "MEDIA_TOO_LARGE",
          "MEDIA_TYPE_UNSUPPORTED",
          "MEDIA_URL_INVALID",
          "PROVIDER_REJECTED",
          "PROVIDER_UNAVAILABLE",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SendTemplateRequest"
              },
              "examples": {
                "plain": {
                  "summary": "A template without variables",
                  "value": {
                    "to": "905551112233",
                    "name": "hello_world"
                  }
                },
                "positional": {
                  "summary": "Two variables and a dynamic button",
                  "value": {
                    "to": "905551112233",
                    "name": "order_update",
                    "variables": [
                      "Ada",
                      "4711"
                    ],
                    "buttons": [
                      {
                        "index": 0,
                        "text": "4711"
                      }
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "202": {
            "description": "Accepted; the message is `queued`.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "X-Service-Mode": {
                "$ref": "#/components/headers/ServiceMode"
              },
              "Idempotent-Replayed": {
                "$ref": "#/components/headers/IdempotentReplayed"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/SendResult"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": "msg_17000000000000000001",
                    "status": "queued"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "400": {
            "description": "The body cannot be read, or its Content-Type is missing or wrong.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INVALID_JSON": {
                    "$ref": "#/components/examples/INVALID_JSON"
                  }
                }
              }
            },
            "x-errors": [
              "INVALID_JSON"
            ]
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope messages:send.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  },
                  "RECIPIENT_BLOCKED": {
                    "$ref": "#/components/examples/RECIPIENT_BLOCKED"
                  },
                  "RECIPIENT_OPTED_OUT": {
                    "$ref": "#/components/examples/RECIPIENT_OPTED_OUT"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE",
              "RECIPIENT_BLOCKED",
              "RECIPIENT_OPTED_OUT"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "CONNECTION_NOT_FOUND": {
                    "$ref": "#/components/examples/CONNECTION_NOT_FOUND"
                  },
                  "TEMPLATE_NOT_FOUND": {
                    "$ref": "#/components/examples/TEMPLATE_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "CONNECTION_NOT_FOUND",
              "TEMPLATE_NOT_FOUND"
            ]
          },
          "409": {
            "description": "The state of the account or the recipient does not allow it.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IDEMPOTENCY_CONFLICT": {
                    "$ref": "#/components/examples/IDEMPOTENCY_CONFLICT"
                  },
                  "CHANNEL_NOT_CONNECTED": {
                    "$ref": "#/components/examples/CHANNEL_NOT_CONNECTED"
                  }
                }
              }
            },
            "x-errors": [
              "IDEMPOTENCY_CONFLICT",
              "CHANNEL_NOT_CONNECTED"
            ]
          },
          "413": {
            "description": "The body or the file is over the size limit.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PAYLOAD_TOO_LARGE": {
                    "$ref": "#/components/examples/PAYLOAD_TOO_LARGE"
                  },
                  "MEDIA_TOO_LARGE": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "MEDIA_TOO_LARGE",
                        "http": 413,
                        "message": "The file is larger than the 5 MB allowed for image.",
                        "reason": "Each kind of media has a size limit.",
                        "fix": "Send a smaller file.",
                        "param": "header.url",
                        "docs": "http://127.0.0.1:3000/developers/errors/MEDIA_TOO_LARGE",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "PAYLOAD_TOO_LARGE",
              "MEDIA_TOO_LARGE"
            ]
          },
          "415": {
            "description": "The MIME type is not accepted.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MEDIA_TYPE_UNSUPPORTED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "MEDIA_TYPE_UNSUPPORTED",
                        "http": 415,
                        "message": "The file cannot be sent: image/svg+xml is not a supported type.",
                        "reason": "Providers accept only certain file types.",
                        "fix": "Convert the file to one of the supported types.",
                        "param": "header.url",
                        "docs": "http://127.0.0.1:3000/developers/errors/MEDIA_TYPE_UNSUPPORTED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "MEDIA_TYPE_UNSUPPORTED"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "$ref": "#/components/examples/VALIDATION_FAILED"
                  },
                  "CHANNEL_UNSUPPORTED": {
                    "$ref": "#/components/examples/CHANNEL_UNSUPPORTED"
                  },
                  "CHANNEL_FEATURE_UNSUPPORTED": {
                    "$ref": "#/components/examples/CHANNEL_FEATURE_UNSUPPORTED"
                  },
                  "RECIPIENT_INVALID": {
                    "$ref": "#/components/examples/RECIPIENT_INVALID"
                  },
                  "TEMPLATE_NOT_APPROVED": {
                    "$ref": "#/components/examples/TEMPLATE_NOT_APPROVED"
                  },
                  "TEMPLATE_VARIABLES_MISSING": {
                    "$ref": "#/components/examples/TEMPLATE_VARIABLES_MISSING"
                  },
                  "TEMPLATE_VARIABLES_FORMAT": {
                    "$ref": "#/components/examples/TEMPLATE_VARIABLES_FORMAT"
                  },
                  "TEMPLATE_HEADER_MISSING": {
                    "$ref": "#/components/examples/TEMPLATE_HEADER_MISSING"
                  },
                  "TEMPLATE_BUTTON_PARAM_MISSING": {
                    "$ref": "#/components/examples/TEMPLATE_BUTTON_PARAM_MISSING"
                  },
                  "MEDIA_URL_INVALID": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "MEDIA_URL_INVALID",
                        "http": 422,
                        "message": "http://shop.example/a.jpg cannot be used: it must start with https://.",
                        "reason": "Media URLs must be https and publicly reachable without authentication.",
                        "fix": "Use a public https URL, or upload the file with POST /media.",
                        "param": "header.url",
                        "docs": "http://127.0.0.1:3000/developers/errors/MEDIA_URL_INVALID",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED",
              "CHANNEL_UNSUPPORTED",
              "CHANNEL_FEATURE_UNSUPPORTED",
              "RECIPIENT_INVALID",
              "TEMPLATE_NOT_APPROVED",
              "TEMPLATE_VARIABLES_MISSING",
              "TEMPLATE_VARIABLES_FORMAT",
              "TEMPLATE_HEADER_MISSING",
              "TEMPLATE_BUTTON_PARAM_MISSING",
              "MEDIA_URL_INVALID"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          },
          "502": {
            "description": "The provider or receiver refused the request or did not respond.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PROVIDER_REJECTED": {
                    "$ref": "#/components/examples/PROVIDER_REJECTED"
                  }
                }
              }
            },
            "x-errors": [
              "PROVIDER_REJECTED"
            ]
          },
          "503": {
            "description": "The provider is down. Retry after 30 s, 2 min and 5 min with the same Idempotency-Key (§7).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PROVIDER_UNAVAILABLE": {
                    "$ref": "#/components/examples/PROVIDER_UNAVAILABLE"
                  }
                }
              }
            },
            "x-errors": [
              "PROVIDER_UNAVAILABLE"
            ]
          }
        }
      },
      "get": {
        "operationId": "sendTemplateByQuery",
        "tags": [
          "messages"
        ],
        "summary": "Send a template message with a link",
        "deprecated": true,
        "description": "The same operation as the POST, for callers that cannot set headers or bodies (§4.2). It is deprecated because a GET that sends is a\ntrap: link previews, prefetching browsers and generated query hooks all call it. Use POST /messages/template wherever you can. If the same request is repeated within 60\nseconds, it is not sent again. If both the link and the header have a key, the keys must be the same.\nKeys in URLs appear in logs; use a key with only messages:send (§5.4).\n",
        "security": [
          {
            "apiKey": [
              "messages:send"
            ]
          },
          {
            "apiKeyQuery": [
              "messages:send"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "IDEMPOTENCY_CONFLICT",
          "VALIDATION_FAILED",
          "CHANNEL_UNSUPPORTED",
          "CHANNEL_NOT_CONNECTED",
          "CONNECTION_NOT_FOUND",
          "CHANNEL_FEATURE_UNSUPPORTED",
          "RECIPIENT_INVALID",
          "RECIPIENT_BLOCKED",
          "RECIPIENT_OPTED_OUT",
          "TEMPLATE_NOT_FOUND",
          "TEMPLATE_NOT_APPROVED",
          "TEMPLATE_VARIABLES_MISSING",
          "TEMPLATE_VARIABLES_FORMAT",
          "TEMPLATE_HEADER_MISSING",
          "TEMPLATE_BUTTON_PARAM_MISSING",
          "PROVIDER_REJECTED",
          "PROVIDER_UNAVAILABLE",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          },
          {
            "name": "to",
            "in": "query",
            "description": "The recipient; required, `phone` is an alias.",
            "schema": {
              "$ref": "#/components/schemas/Recipient"
            }
          },
          {
            "name": "phone",
            "in": "query",
            "description": "Alias of `to`.",
            "schema": {
              "$ref": "#/components/schemas/Recipient"
            }
          },
          {
            "name": "name",
            "in": "query",
            "description": "The template's name; required, `template` is an alias.",
            "schema": {
              "type": "string",
              "minLength": 1
            }
          },
          {
            "name": "template",
            "in": "query",
            "description": "Alias of `name`.",
            "schema": {
              "type": "string",
              "minLength": 1
            }
          },
          {
            "name": "var",
            "in": "query",
            "description": "Positional variables as `var1`, `var2`, ...",
            "style": "form",
            "explode": true,
            "schema": {
              "type": "object",
              "patternProperties": {
                "^var[1-9][0-9]*$": {
                  "$ref": "#/components/schemas/VariableValue"
                }
              },
              "additionalProperties": false
            },
            "example": {
              "var1": "Ada",
              "var2": "4711"
            }
          },
          {
            "name": "vars",
            "in": "query",
            "description": "Variables of a NAMED template, as `vars[first_name]=Ada`.",
            "style": "deepObject",
            "explode": true,
            "schema": {
              "type": "object",
              "additionalProperties": {
                "$ref": "#/components/schemas/VariableValue"
              }
            },
            "example": {
              "first_name": "Ada"
            }
          },
          {
            "name": "language",
            "in": "query",
            "description": "Required if the name exists in several languages.",
            "schema": {
              "type": "string",
              "minLength": 1
            }
          },
          {
            "name": "connection_id",
            "in": "query",
            "description": "One of the connections; if omitted, the default connection.",
            "schema": {
              "$ref": "#/components/schemas/ConnectionId"
            }
          },
          {
            "name": "idempotency_key",
            "in": "query",
            "description": "Extends the protection against duplicates to 24 hours (§8).",
            "schema": {
              "type": "string",
              "minLength": 1,
              "allOf": [
                {
                  "maxLength": 255,
                  "x-decision": "idempotency-key-length"
                }
              ]
            }
          }
        ],
        "responses": {
          "202": {
            "description": "Accepted; the message is `queued`.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "X-Service-Mode": {
                "$ref": "#/components/headers/ServiceMode"
              },
              "Idempotent-Replayed": {
                "$ref": "#/components/headers/IdempotentReplayed"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/SendResult"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": "msg_17000000000000000001",
                    "status": "queued"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope messages:send.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  },
                  "RECIPIENT_BLOCKED": {
                    "$ref": "#/components/examples/RECIPIENT_BLOCKED"
                  },
                  "RECIPIENT_OPTED_OUT": {
                    "$ref": "#/components/examples/RECIPIENT_OPTED_OUT"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE",
              "RECIPIENT_BLOCKED",
              "RECIPIENT_OPTED_OUT"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "CONNECTION_NOT_FOUND": {
                    "$ref": "#/components/examples/CONNECTION_NOT_FOUND"
                  },
                  "TEMPLATE_NOT_FOUND": {
                    "$ref": "#/components/examples/TEMPLATE_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "CONNECTION_NOT_FOUND",
              "TEMPLATE_NOT_FOUND"
            ]
          },
          "409": {
            "description": "The state of the account or the recipient does not allow it.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IDEMPOTENCY_CONFLICT": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "IDEMPOTENCY_CONFLICT",
                        "http": 409,
                        "message": "This idempotency key was used for a different request within the last 24 hours.",
                        "reason": "An idempotency key identifies one request, and the earlier request had a different body.",
                        "fix": "Repeat the first request unchanged, or choose a new key.",
                        "param": "idempotency_key",
                        "docs": "http://127.0.0.1:3000/developers/errors/IDEMPOTENCY_CONFLICT",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "CHANNEL_NOT_CONNECTED": {
                    "$ref": "#/components/examples/CHANNEL_NOT_CONNECTED"
                  }
                }
              }
            },
            "x-errors": [
              "IDEMPOTENCY_CONFLICT",
              "CHANNEL_NOT_CONNECTED"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "$ref": "#/components/examples/VALIDATION_FAILED"
                  },
                  "CHANNEL_UNSUPPORTED": {
                    "$ref": "#/components/examples/CHANNEL_UNSUPPORTED"
                  },
                  "CHANNEL_FEATURE_UNSUPPORTED": {
                    "$ref": "#/components/examples/CHANNEL_FEATURE_UNSUPPORTED"
                  },
                  "RECIPIENT_INVALID": {
                    "$ref": "#/components/examples/RECIPIENT_INVALID"
                  },
                  "TEMPLATE_NOT_APPROVED": {
                    "$ref": "#/components/examples/TEMPLATE_NOT_APPROVED"
                  },
                  "TEMPLATE_VARIABLES_MISSING": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "TEMPLATE_VARIABLES_MISSING",
                        "http": 422,
                        "message": "The template order_update expects 2 variables and got 1: {{2}} missing.",
                        "reason": "Each variable of a template requires a value.",
                        "fix": "Send a value for each variable. GET /templates lists the variables.",
                        "param": "var",
                        "docs": "http://127.0.0.1:3000/developers/errors/TEMPLATE_VARIABLES_MISSING",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "TEMPLATE_VARIABLES_FORMAT": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "TEMPLATE_VARIABLES_FORMAT",
                        "http": 422,
                        "message": "The template welcome_named is NAMED: variables must be given as vars[name].",
                        "reason": "POSITIONAL templates require an array, NAMED templates an object.",
                        "fix": "Send the variables in the format of the template.",
                        "param": "vars",
                        "docs": "http://127.0.0.1:3000/developers/errors/TEMPLATE_VARIABLES_FORMAT",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "TEMPLATE_HEADER_MISSING": {
                    "$ref": "#/components/examples/TEMPLATE_HEADER_MISSING"
                  },
                  "TEMPLATE_BUTTON_PARAM_MISSING": {
                    "$ref": "#/components/examples/TEMPLATE_BUTTON_PARAM_MISSING"
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED",
              "CHANNEL_UNSUPPORTED",
              "CHANNEL_FEATURE_UNSUPPORTED",
              "RECIPIENT_INVALID",
              "TEMPLATE_NOT_APPROVED",
              "TEMPLATE_VARIABLES_MISSING",
              "TEMPLATE_VARIABLES_FORMAT",
              "TEMPLATE_HEADER_MISSING",
              "TEMPLATE_BUTTON_PARAM_MISSING"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          },
          "502": {
            "description": "The provider or receiver refused the request or did not respond.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PROVIDER_REJECTED": {
                    "$ref": "#/components/examples/PROVIDER_REJECTED"
                  }
                }
              }
            },
            "x-errors": [
              "PROVIDER_REJECTED"
            ]
          },
          "503": {
            "description": "The provider is down. Retry after 30 s, 2 min and 5 min with the same Idempotency-Key (§7).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PROVIDER_UNAVAILABLE": {
                    "$ref": "#/components/examples/PROVIDER_UNAVAILABLE"
                  }
                }
              }
            },
            "x-errors": [
              "PROVIDER_UNAVAILABLE"
            ]
          }
        }
      }
    },
    "/messages/template/{api_key}": {
      "parameters": [
        {
          "name": "api_key",
          "in": "path",
          "required": true,
          "description": "The API key. It appears in logs and referrers; use one with only messages:send (§5.4).",
          "schema": {
            "type": "string"
          },
          "example": "ww_live_<41 characters>"
        }
      ],
      "get": {
        "operationId": "sendTemplateByPathKey",
        "tags": [
          "messages"
        ],
        "summary": "Send a template message with a link, with the key in the path",
        "deprecated": true,
        "description": "The same as GET /messages/template, with the key as the last segment of the path (§4.2, §5.4). It is deprecated because a GET that\nsends is a trap, and because keys in URLs appear in logs. Use POST /messages/template wherever you can.\n",
        "security": [],
        "x-scopes": [
          "messages:send"
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "IDEMPOTENCY_CONFLICT",
          "VALIDATION_FAILED",
          "CHANNEL_UNSUPPORTED",
          "CHANNEL_NOT_CONNECTED",
          "CONNECTION_NOT_FOUND",
          "CHANNEL_FEATURE_UNSUPPORTED",
          "RECIPIENT_INVALID",
          "RECIPIENT_BLOCKED",
          "RECIPIENT_OPTED_OUT",
          "TEMPLATE_NOT_FOUND",
          "TEMPLATE_NOT_APPROVED",
          "TEMPLATE_VARIABLES_MISSING",
          "TEMPLATE_VARIABLES_FORMAT",
          "TEMPLATE_HEADER_MISSING",
          "TEMPLATE_BUTTON_PARAM_MISSING",
          "PROVIDER_REJECTED",
          "PROVIDER_UNAVAILABLE",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          },
          {
            "name": "to",
            "in": "query",
            "description": "The recipient; required, `phone` is an alias.",
            "schema": {
              "$ref": "#/components/schemas/Recipient"
            }
          },
          {
            "name": "phone",
            "in": "query",
            "description": "Alias of `to`.",
            "schema": {
              "$ref": "#/components/schemas/Recipient"
            }
          },
          {
            "name": "name",
            "in": "query",
            "description": "The template's name; required, `template` is an alias.",
            "schema": {
              "type": "string",
              "minLength": 1
            }
          },
          {
            "name": "template",
            "in": "query",
            "description": "Alias of `name`.",
            "schema": {
              "type": "string",
              "minLength": 1
            }
          },
          {
            "name": "var",
            "in": "query",
            "description": "Positional variables as `var1`, `var2`, ...",
            "style": "form",
            "explode": true,
            "schema": {
              "type": "object",
              "patternProperties": {
                "^var[1-9][0-9]*$": {
                  "$ref": "#/components/schemas/VariableValue"
                }
              },
              "additionalProperties": false
            },
            "example": {
              "var1": "Ada",
              "var2": "4711"
            }
          },
          {
            "name": "vars",
            "in": "query",
            "description": "Variables of a NAMED template, as `vars[first_name]=Ada`.",
            "style": "deepObject",
            "explode": true,
            "schema": {
              "type": "object",
              "additionalProperties": {
                "$ref": "#/components/schemas/VariableValue"
              }
            },
            "example": {
              "first_name": "Ada"
            }
          },
          {
            "name": "language",
            "in": "query",
            "description": "Required if the name exists in several languages.",
            "schema": {
              "type": "string",
              "minLength": 1
            }
          },
          {
            "name": "connection_id",
            "in": "query",
            "description": "One of the connections; if omitted, the default connection.",
            "schema": {
              "$ref": "#/components/schemas/ConnectionId"
            }
          },
          {
            "name": "idempotency_key",
            "in": "query",
            "description": "Extends the protection against duplicates to 24 hours (§8).",
            "schema": {
              "type": "string",
              "minLength": 1,
              "allOf": [
                {
                  "maxLength": 255,
                  "x-decision": "idempotency-key-length"
                }
              ]
            }
          }
        ],
        "responses": {
          "202": {
            "description": "Accepted; the message is `queued`.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "X-Service-Mode": {
                "$ref": "#/components/headers/ServiceMode"
              },
              "Idempotent-Replayed": {
                "$ref": "#/components/headers/IdempotentReplayed"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/SendResult"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": "msg_17000000000000000001",
                    "status": "queued"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope messages:send.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  },
                  "RECIPIENT_BLOCKED": {
                    "$ref": "#/components/examples/RECIPIENT_BLOCKED"
                  },
                  "RECIPIENT_OPTED_OUT": {
                    "$ref": "#/components/examples/RECIPIENT_OPTED_OUT"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE",
              "RECIPIENT_BLOCKED",
              "RECIPIENT_OPTED_OUT"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "CONNECTION_NOT_FOUND": {
                    "$ref": "#/components/examples/CONNECTION_NOT_FOUND"
                  },
                  "TEMPLATE_NOT_FOUND": {
                    "$ref": "#/components/examples/TEMPLATE_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "CONNECTION_NOT_FOUND",
              "TEMPLATE_NOT_FOUND"
            ]
          },
          "409": {
            "description": "The state of the account or the recipient does not allow it.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IDEMPOTENCY_CONFLICT": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "IDEMPOTENCY_CONFLICT",
                        "http": 409,
                        "message": "This idempotency key was used for a different request within the last 24 hours.",
                        "reason": "An idempotency key identifies one request, and the earlier request had a different body.",
                        "fix": "Repeat the first request unchanged, or choose a new key.",
                        "param": "idempotency_key",
                        "docs": "http://127.0.0.1:3000/developers/errors/IDEMPOTENCY_CONFLICT",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "CHANNEL_NOT_CONNECTED": {
                    "$ref": "#/components/examples/CHANNEL_NOT_CONNECTED"
                  }
                }
              }
            },
            "x-errors": [
              "IDEMPOTENCY_CONFLICT",
              "CHANNEL_NOT_CONNECTED"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "$ref": "#/components/examples/VALIDATION_FAILED"
                  },
                  "CHANNEL_UNSUPPORTED": {
                    "$ref": "#/components/examples/CHANNEL_UNSUPPORTED"
                  },
                  "CHANNEL_FEATURE_UNSUPPORTED": {
                    "$ref": "#/components/examples/CHANNEL_FEATURE_UNSUPPORTED"
                  },
                  "RECIPIENT_INVALID": {
                    "$ref": "#/components/examples/RECIPIENT_INVALID"
                  },
                  "TEMPLATE_NOT_APPROVED": {
                    "$ref": "#/components/examples/TEMPLATE_NOT_APPROVED"
                  },
                  "TEMPLATE_VARIABLES_MISSING": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "TEMPLATE_VARIABLES_MISSING",
                        "http": 422,
                        "message": "The template order_update expects 2 variables and got 1: {{2}} missing.",
                        "reason": "Each variable of a template requires a value.",
                        "fix": "Send a value for each variable. GET /templates lists the variables.",
                        "param": "var",
                        "docs": "http://127.0.0.1:3000/developers/errors/TEMPLATE_VARIABLES_MISSING",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "TEMPLATE_VARIABLES_FORMAT": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "TEMPLATE_VARIABLES_FORMAT",
                        "http": 422,
                        "message": "The template welcome_named is NAMED: variables must be given as vars[name].",
                        "reason": "POSITIONAL templates require an array, NAMED templates an object.",
                        "fix": "Send the variables in the format of the template.",
                        "param": "vars",
                        "docs": "http://127.0.0.1:3000/developers/errors/TEMPLATE_VARIABLES_FORMAT",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "TEMPLATE_HEADER_MISSING": {
                    "$ref": "#/components/examples/TEMPLATE_HEADER_MISSING"
                  },
                  "TEMPLATE_BUTTON_PARAM_MISSING": {
                    "$ref": "#/components/examples/TEMPLATE_BUTTON_PARAM_MISSING"
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED",
              "CHANNEL_UNSUPPORTED",
              "CHANNEL_FEATURE_UNSUPPORTED",
              "RECIPIENT_INVALID",
              "TEMPLATE_NOT_APPROVED",
              "TEMPLATE_VARIABLES_MISSING",
              "TEMPLATE_VARIABLES_FORMAT",
              "TEMPLATE_HEADER_MISSING",
              "TEMPLATE_BUTTON_PARAM_MISSING"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          },
          "502": {
            "description": "The provider or receiver refused the request or did not respond.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PROVIDER_REJECTED": {
                    "$ref": "#/components/examples/PROVIDER_REJECTED"
                  }
                }
              }
            },
            "x-errors": [
              "PROVIDER_REJECTED"
            ]
          },
          "503": {
            "description": "The provider is down. Retry after 30 s, 2 min and 5 min with the same Idempotency-Key (§7).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PROVIDER_UNAVAILABLE": {
                    "$ref": "#/components/examples/PROVIDER_UNAVAILABLE"
                  }
                }
              }
            },
            "x-errors": [
              "PROVIDER_UNAVAILABLE"
            ]
          }
        }
      }
    },
    "/messages/{id}": {
      "get": {
        "operationId": "getMessage",
        "tags": [
          "messages"
        ],
        "summary": "Get a message",
        "description": "The status, the provider's ID, and the reason if the message failed (§4.2). Available for 90 days after sending (§2.2).",
        "security": [
          {
            "apiKey": [
              "messages:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "MESSAGE_NOT_FOUND",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "required": true,
            "description": "The `id` from the response to the send.",
            "schema": {
              "type": "string"
            },
            "example": "msg_17000000000000000001"
          }
        ],
        "responses": {
          "200": {
            "description": "The status of the message.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/Message"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": "msg_17000000000000000001",
                    "status": "delivered",
                    "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3",
                    "error": null,
                    "test": false
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope messages:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MESSAGE_NOT_FOUND": {
                    "$ref": "#/components/examples/MESSAGE_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "MESSAGE_NOT_FOUND"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/templates": {
      "get": {
        "operationId": "listTemplates",
        "tags": [
          "templates"
        ],
        "summary": "List templates",
        "description": "The account's templates, with the values that a send requires (§4.3). All are on one page unless `limit` is given.",
        "security": [
          {
            "apiKey": [
              "templates:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "VALIDATION_FAILED",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "name": "status",
            "in": "query",
            "description": "Only templates with this status.",
            "schema": {
              "$ref": "#/components/schemas/TemplateStatus"
            }
          },
          {
            "name": "language",
            "in": "query",
            "description": "Only templates in this language.",
            "schema": {
              "type": "string",
              "minLength": 1
            },
            "example": "en_US"
          },
          {
            "name": "category",
            "in": "query",
            "description": "Only templates of this category.",
            "schema": {
              "$ref": "#/components/schemas/TemplateCategory"
            }
          },
          {
            "name": "limit",
            "in": "query",
            "description": "Page size; if omitted, all templates are on one page.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100,
              "x-decision": "template-pages"
            }
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "The `next_cursor` of the previous page (§2.1).",
            "schema": {
              "type": "string",
              "minLength": 1,
              "x-decision": "template-pages"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The templates.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/TemplateList"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "templates": [
                      {
                        "id": 12,
                        "name": "order_update",
                        "language": "en_US",
                        "category": "UTILITY",
                        "status": "APPROVED",
                        "parameter_format": "POSITIONAL",
                        "body": "Hi {{1}}, order {{2}} is on its way.",
                        "variables": {
                          "count": 2,
                          "names": [
                            "1",
                            "2"
                          ],
                          "samples": [
                            "Ada",
                            "4711"
                          ]
                        },
                        "header": null,
                        "footer": null,
                        "buttons": [
                          {
                            "index": 0,
                            "type": "URL",
                            "text": "Track",
                            "url": "https://shop.example/track/{{1}}",
                            "dynamic": true,
                            "is_opt_out": false
                          }
                        ],
                        "rejection_reason": null,
                        "updated_at": "2026-05-04T12:00:00.000000+00:00"
                      }
                    ],
                    "pagination": {
                      "limit": 100,
                      "count": 1,
                      "has_more": false,
                      "next_cursor": null
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope templates:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "status must be one of APPROVED, PENDING, REJECTED.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "status",
                        "errors": [
                          {
                            "field": "status",
                            "message": "must be one of APPROVED, PENDING, REJECTED"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/media": {
      "post": {
        "operationId": "uploadMedia",
        "tags": [
          "media"
        ],
        "summary": "Upload a file",
        "description": "Stores a file and returns the `id` for `media.id` of a send, valid for 30 days (§4.4). Only for whatsapp; the other channels take\nmedia by URL (§2.3). 413 and 415 refer to the file (§8).\n",
        "security": [
          {
            "apiKey": [
              "media:write"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INVALID_JSON",
          "VALIDATION_FAILED",
          "CHANNEL_UNSUPPORTED",
          "CHANNEL_NOT_CONNECTED",
          "CONNECTION_NOT_FOUND",
          "CHANNEL_FEATURE_UNSUPPORTED",
          "MEDIA_TOO_LARGE",
          "MEDIA_TYPE_UNSUPPORTED",
          "MEDIA_UPLOAD_FAILED",
          "PROVIDER_UNAVAILABLE",
          "INTERNAL_ERROR"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "multipart/form-data": {
              "schema": {
                "$ref": "#/components/schemas/UploadMediaRequest"
              },
              "examples": {
                "document": {
                  "summary": "An invoice",
                  "value": {
                    "file": "<the bytes of invoice.pdf>",
                    "channel": "whatsapp"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The file was stored.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "X-Service-Mode": {
                "$ref": "#/components/headers/ServiceMode"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/MediaUpload"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": "med_17000000000000000001",
                    "kind": "document",
                    "mime_type": "application/pdf",
                    "size": 48213,
                    "filename": "invoice.pdf",
                    "expires_at": "2026-06-03T12:00:00.000000+00:00"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "400": {
            "description": "The body cannot be read, or its Content-Type is missing or wrong.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INVALID_JSON": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "INVALID_JSON",
                        "http": 400,
                        "message": "The request body cannot be read: Content-Type must be multipart/form-data.",
                        "reason": "The body could not be parsed, or its Content-Type is missing or wrong.",
                        "fix": "Send a JSON body with the header \"Content-Type: application/json\". For POST /media, send multipart/form-data.",
                        "docs": "http://127.0.0.1:3000/developers/errors/INVALID_JSON",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "INVALID_JSON"
            ]
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope media:write.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "CONNECTION_NOT_FOUND": {
                    "$ref": "#/components/examples/CONNECTION_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "CONNECTION_NOT_FOUND"
            ]
          },
          "409": {
            "description": "The state of the account or the recipient does not allow it.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "CHANNEL_NOT_CONNECTED": {
                    "$ref": "#/components/examples/CHANNEL_NOT_CONNECTED"
                  }
                }
              }
            },
            "x-errors": [
              "CHANNEL_NOT_CONNECTED"
            ]
          },
          "413": {
            "description": "The body or the file is over the size limit.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MEDIA_TOO_LARGE": {
                    "$ref": "#/components/examples/MEDIA_TOO_LARGE"
                  }
                }
              }
            },
            "x-errors": [
              "MEDIA_TOO_LARGE"
            ]
          },
          "415": {
            "description": "The MIME type is not accepted.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MEDIA_TYPE_UNSUPPORTED": {
                    "$ref": "#/components/examples/MEDIA_TYPE_UNSUPPORTED"
                  }
                }
              }
            },
            "x-errors": [
              "MEDIA_TYPE_UNSUPPORTED"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "file is required.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "file",
                        "errors": [
                          {
                            "field": "file",
                            "message": "is required"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "CHANNEL_UNSUPPORTED": {
                    "$ref": "#/components/examples/CHANNEL_UNSUPPORTED"
                  },
                  "CHANNEL_FEATURE_UNSUPPORTED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "CHANNEL_FEATURE_UNSUPPORTED",
                        "http": 422,
                        "message": "The channel instagram does not support media by ID.",
                        "reason": "Channels support different features.",
                        "fix": "Call GET /channels to see what each channel supports.",
                        "param": "channel",
                        "docs": "http://127.0.0.1:3000/developers/errors/CHANNEL_FEATURE_UNSUPPORTED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED",
              "CHANNEL_UNSUPPORTED",
              "CHANNEL_FEATURE_UNSUPPORTED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          },
          "502": {
            "description": "The provider or receiver refused the request or did not respond.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MEDIA_UPLOAD_FAILED": {
                    "$ref": "#/components/examples/MEDIA_UPLOAD_FAILED"
                  }
                }
              }
            },
            "x-errors": [
              "MEDIA_UPLOAD_FAILED"
            ]
          },
          "503": {
            "description": "The provider is down. Retry after 30 s, 2 min and 5 min with the same Idempotency-Key (§7).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PROVIDER_UNAVAILABLE": {
                    "$ref": "#/components/examples/PROVIDER_UNAVAILABLE"
                  }
                }
              }
            },
            "x-errors": [
              "PROVIDER_UNAVAILABLE"
            ]
          }
        }
      }
    },
    "/contacts": {
      "get": {
        "operationId": "listContacts",
        "tags": [
          "contacts"
        ],
        "summary": "List contacts",
        "description": "A page of contacts, newest first unless `order` says otherwise (§4.5).",
        "security": [
          {
            "apiKey": [
              "contacts:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "VALIDATION_FAILED",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Order"
          },
          {
            "name": "search",
            "in": "query",
            "description": "Matches parts of the name, display name, username, email address and phone number, regardless of case and accents. If there are\nseveral words, all must match. An empty search matches everything. A phone number may have any format (§4.5).\n",
            "schema": {
              "type": "string",
              "allOf": [
                {
                  "maxLength": 255,
                  "x-decision": "contact-search"
                }
              ]
            },
            "example": "ada"
          }
        ],
        "responses": {
          "200": {
            "description": "The contacts.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/ContactList"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "contacts": [
                      {
                        "id": 31,
                        "phone": "905551112233",
                        "name": "Ada Lovelace",
                        "email": "ada@example.com",
                        "display_name": "Ada",
                        "username": null,
                        "user_ids": [
                          "TR.13491208655302741918"
                        ],
                        "opted_out": false,
                        "blocked": false,
                        "created_at": "2026-05-04T12:00:00.000000+00:00",
                        "updated_at": "2026-05-04T12:00:00.000000+00:00"
                      }
                    ],
                    "pagination": {
                      "limit": 25,
                      "count": 1,
                      "has_more": false,
                      "next_cursor": null
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope contacts:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "limit must be <= 100.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "limit",
                        "errors": [
                          {
                            "field": "limit",
                            "message": "must be <= 100"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      },
      "post": {
        "operationId": "upsertContact",
        "tags": [
          "contacts"
        ],
        "summary": "Create or change a contact",
        "description": "Creates the contact. If the phone is already known, it changes the fields in the request (§4.5).",
        "security": [
          {
            "apiKey": [
              "contacts:write"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INVALID_JSON",
          "VALIDATION_FAILED",
          "PAYLOAD_TOO_LARGE",
          "INTERNAL_ERROR"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UpsertContactRequest"
              },
              "examples": {
                "contact": {
                  "summary": "A new contact",
                  "value": {
                    "phone": "905551112233",
                    "name": "Ada Lovelace",
                    "email": "ada@example.com"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The existing contact was changed.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/Contact"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": 31,
                    "phone": "905551112233",
                    "name": "Ada King",
                    "email": "ada@example.com",
                    "display_name": "Ada",
                    "username": null,
                    "user_ids": [
                      "TR.13491208655302741918"
                    ],
                    "opted_out": false,
                    "blocked": false,
                    "created_at": "2026-05-04T12:00:00.000000+00:00",
                    "updated_at": "2026-05-04T12:00:00.000000+00:00"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "201": {
            "description": "The contact was created.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/Contact"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": 31,
                    "phone": "905551112233",
                    "name": "Ada Lovelace",
                    "email": "ada@example.com",
                    "display_name": "Ada",
                    "username": null,
                    "user_ids": [
                      "TR.13491208655302741918"
                    ],
                    "opted_out": false,
                    "blocked": false,
                    "created_at": "2026-05-04T12:00:00.000000+00:00",
                    "updated_at": "2026-05-04T12:00:00.000000+00:00"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "400": {
            "description": "The body cannot be read, or its Content-Type is missing or wrong.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INVALID_JSON": {
                    "$ref": "#/components/examples/INVALID_JSON"
                  }
                }
              }
            },
            "x-errors": [
              "INVALID_JSON"
            ]
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope contacts:write.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "413": {
            "description": "The body or the file is over the size limit.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PAYLOAD_TOO_LARGE": {
                    "$ref": "#/components/examples/PAYLOAD_TOO_LARGE"
                  }
                }
              }
            },
            "x-errors": [
              "PAYLOAD_TOO_LARGE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "phone is required.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "phone",
                        "errors": [
                          {
                            "field": "phone",
                            "message": "is required"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/contacts/{phone}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/PhoneInPath"
        }
      ],
      "get": {
        "operationId": "getContact",
        "tags": [
          "contacts"
        ],
        "summary": "Get a contact",
        "description": "The contact, with its opt-out and block status (§4.5).",
        "security": [
          {
            "apiKey": [
              "contacts:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INTERNAL_ERROR",
          "CONTACT_NOT_FOUND"
        ],
        "responses": {
          "200": {
            "description": "The contact.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/Contact"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": 31,
                    "phone": "905551112233",
                    "name": "Ada Lovelace",
                    "email": "ada@example.com",
                    "display_name": "Ada",
                    "username": null,
                    "user_ids": [
                      "TR.13491208655302741918"
                    ],
                    "opted_out": false,
                    "blocked": false,
                    "created_at": "2026-05-04T12:00:00.000000+00:00",
                    "updated_at": "2026-05-04T12:00:00.000000+00:00"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope contacts:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "CONTACT_NOT_FOUND": {
                    "$ref": "#/components/examples/CONTACT_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "CONTACT_NOT_FOUND"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      },
      "patch": {
        "operationId": "updateContact",
        "tags": [
          "contacts"
        ],
        "summary": "Change a contact",
        "description": "Changes the fields in the request (§4.5).",
        "security": [
          {
            "apiKey": [
              "contacts:write"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INVALID_JSON",
          "VALIDATION_FAILED",
          "PAYLOAD_TOO_LARGE",
          "INTERNAL_ERROR",
          "CONTACT_NOT_FOUND"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UpdateContactRequest"
              },
              "examples": {
                "name": {
                  "summary": "A new name, no email address",
                  "value": {
                    "name": "Ada King",
                    "email": ""
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The changed contact.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/Contact"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": 31,
                    "phone": "905551112233",
                    "name": "Ada King",
                    "email": "ada@example.com",
                    "display_name": "Ada",
                    "username": null,
                    "user_ids": [
                      "TR.13491208655302741918"
                    ],
                    "opted_out": false,
                    "blocked": false,
                    "created_at": "2026-05-04T12:00:00.000000+00:00",
                    "updated_at": "2026-05-04T12:00:00.000000+00:00"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "400": {
            "description": "The body cannot be read, or its Content-Type is missing or wrong.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INVALID_JSON": {
                    "$ref": "#/components/examples/INVALID_JSON"
                  }
                }
              }
            },
            "x-errors": [
              "INVALID_JSON"
            ]
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope contacts:write.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "CONTACT_NOT_FOUND": {
                    "$ref": "#/components/examples/CONTACT_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "CONTACT_NOT_FOUND"
            ]
          },
          "413": {
            "description": "The body or the file is over the size limit.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PAYLOAD_TOO_LARGE": {
                    "$ref": "#/components/examples/PAYLOAD_TOO_LARGE"
                  }
                }
              }
            },
            "x-errors": [
              "PAYLOAD_TOO_LARGE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "email must be string or null.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "email",
                        "errors": [
                          {
                            "field": "email",
                            "message": "must be string or null"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/contacts/{id}/window": {
      "parameters": [
        {
          "name": "id",
          "in": "path",
          "required": true,
          "description": "The person, as in `to` of a send: the phone number or user ID on whatsapp, the channel's own ID on other channels.",
          "schema": {
            "$ref": "#/components/schemas/Recipient"
          },
          "example": "905551112233"
        }
      ],
      "get": {
        "operationId": "getWindow",
        "tags": [
          "contacts"
        ],
        "summary": "Check whether the window is open",
        "description": "Whether the customer-service window of a person is open and what you may send (§4.5). If the person has never written, the window is\nclosed. On web there is no limit (§1). If the channel has several connections, the window is that of the connection the person last\nwrote to. A free-form message without `connection_id` uses a connection whose window is open. You cannot send to a blocked person.\n",
        "security": [
          {
            "apiKey": [
              "contacts:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "CHANNEL_UNSUPPORTED",
          "RECIPIENT_INVALID",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "name": "channel",
            "in": "query",
            "description": "The channel to check.",
            "schema": {
              "$ref": "#/components/schemas/Channel",
              "default": "whatsapp"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The window.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/Window"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "window_open": true,
                    "last_inbound_at": "2026-05-04T12:00:00.000000+00:00",
                    "closes_at": "2026-05-05T12:00:00.000000+00:00",
                    "can_send": {
                      "session_message": true,
                      "template": true
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope contacts:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "CHANNEL_UNSUPPORTED": {
                    "$ref": "#/components/examples/CHANNEL_UNSUPPORTED"
                  },
                  "RECIPIENT_INVALID": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "RECIPIENT_INVALID",
                        "http": 422,
                        "message": "ada is not a valid recipient: an international phone number, digits only, or a user ID such as US.13491208655302741918.",
                        "reason": "Each channel has a different recipient format.",
                        "fix": "Correct the recipient for this channel.",
                        "param": "id",
                        "docs": "http://127.0.0.1:3000/developers/errors/RECIPIENT_INVALID",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "CHANNEL_UNSUPPORTED",
              "RECIPIENT_INVALID"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/opt-outs": {
      "get": {
        "operationId": "listOptOuts",
        "tags": [
          "opt-outs"
        ],
        "summary": "List people who opted out of marketing",
        "description": "A page of the opt-out list (§4.6).",
        "security": [
          {
            "apiKey": [
              "optouts:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "VALIDATION_FAILED",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Order"
          }
        ],
        "responses": {
          "200": {
            "description": "The people on the list.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/OptOutList"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "opt_outs": [
                      {
                        "phone": "905551112233",
                        "source": "call centre",
                        "created_at": "2026-05-04T12:00:00.000000+00:00"
                      }
                    ],
                    "pagination": {
                      "limit": 25,
                      "count": 1,
                      "has_more": false,
                      "next_cursor": null
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope optouts:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "limit must be <= 100.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "limit",
                        "errors": [
                          {
                            "field": "limit",
                            "message": "must be <= 100"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      },
      "post": {
        "operationId": "addOptOut",
        "tags": [
          "opt-outs"
        ],
        "summary": "Opt a person out of marketing",
        "description": "Adds a person to the opt-out list, which stops campaign and flow messages and marketing templates (§2.10, §4.6).",
        "security": [
          {
            "apiKey": [
              "optouts:write"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INVALID_JSON",
          "VALIDATION_FAILED",
          "PAYLOAD_TOO_LARGE",
          "INTERNAL_ERROR"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/AddOptOutRequest"
              },
              "examples": {
                "person": {
                  "summary": "An opt-out by phone",
                  "value": {
                    "phone": "905551112233",
                    "source": "call centre"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The person is on the list.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/OptOut"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "phone": "905551112233",
                    "source": "call centre",
                    "created_at": "2026-05-04T12:00:00.000000+00:00"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "400": {
            "description": "The body cannot be read, or its Content-Type is missing or wrong.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INVALID_JSON": {
                    "$ref": "#/components/examples/INVALID_JSON"
                  }
                }
              }
            },
            "x-errors": [
              "INVALID_JSON"
            ]
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope optouts:write.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "413": {
            "description": "The body or the file is over the size limit.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PAYLOAD_TOO_LARGE": {
                    "$ref": "#/components/examples/PAYLOAD_TOO_LARGE"
                  }
                }
              }
            },
            "x-errors": [
              "PAYLOAD_TOO_LARGE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "phone is required.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "phone",
                        "errors": [
                          {
                            "field": "phone",
                            "message": "is required"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/opt-outs/{phone}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/PhoneInPath"
        }
      ],
      "delete": {
        "operationId": "removeOptOut",
        "tags": [
          "opt-outs"
        ],
        "summary": "Allow marketing to a person again",
        "description": "Removes a person from the opt-out list. They can receive marketing messages again (§4.6).",
        "security": [
          {
            "apiKey": [
              "optouts:write"
            ]
          }
        ],
        "responses": {
          "200": {
            "description": "The person is not on the list.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/Removal"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "phone": "905551112233",
                    "removed": true
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope optouts:write.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        },
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INTERNAL_ERROR"
        ]
      }
    },
    "/blocked-numbers": {
      "get": {
        "operationId": "listBlockedNumbers",
        "tags": [
          "blocked-numbers"
        ],
        "summary": "List blocked people",
        "description": "A page of the block list (§4.6).",
        "security": [
          {
            "apiKey": [
              "blocklist:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "VALIDATION_FAILED",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Order"
          }
        ],
        "responses": {
          "200": {
            "description": "The people on the list.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/BlockedNumberList"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "blocked_numbers": [
                      {
                        "phone": "905551112233",
                        "reason": "insults",
                        "created_at": "2026-05-04T12:00:00.000000+00:00"
                      }
                    ],
                    "pagination": {
                      "limit": 25,
                      "count": 1,
                      "has_more": false,
                      "next_cursor": null
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope blocklist:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "limit must be <= 100.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "limit",
                        "errors": [
                          {
                            "field": "limit",
                            "message": "must be <= 100"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      },
      "post": {
        "operationId": "blockNumber",
        "tags": [
          "blocked-numbers"
        ],
        "summary": "Block a person",
        "description": "Adds a person to the block list. No more messages are sent to them (§2.10, §4.6).",
        "security": [
          {
            "apiKey": [
              "blocklist:write"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INVALID_JSON",
          "VALIDATION_FAILED",
          "PAYLOAD_TOO_LARGE",
          "INTERNAL_ERROR"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/BlockNumberRequest"
              },
              "examples": {
                "person": {
                  "summary": "A person to block",
                  "value": {
                    "phone": "905551112233",
                    "reason": "insults"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The person is on the list.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/BlockedNumber"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "phone": "905551112233",
                    "reason": "insults",
                    "created_at": "2026-05-04T12:00:00.000000+00:00"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "400": {
            "description": "The body cannot be read, or its Content-Type is missing or wrong.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INVALID_JSON": {
                    "$ref": "#/components/examples/INVALID_JSON"
                  }
                }
              }
            },
            "x-errors": [
              "INVALID_JSON"
            ]
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope blocklist:write.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "413": {
            "description": "The body or the file is over the size limit.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PAYLOAD_TOO_LARGE": {
                    "$ref": "#/components/examples/PAYLOAD_TOO_LARGE"
                  }
                }
              }
            },
            "x-errors": [
              "PAYLOAD_TOO_LARGE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "phone is required.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "phone",
                        "errors": [
                          {
                            "field": "phone",
                            "message": "is required"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/blocked-numbers/{phone}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/PhoneInPath"
        }
      ],
      "delete": {
        "operationId": "unblockNumber",
        "tags": [
          "blocked-numbers"
        ],
        "summary": "Unblock a person",
        "description": "Removes a person from the block list (§4.6).",
        "security": [
          {
            "apiKey": [
              "blocklist:write"
            ]
          }
        ],
        "responses": {
          "200": {
            "description": "The person is not on the list.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/Removal"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "phone": "905551112233",
                    "removed": true
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope blocklist:write.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        },
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INTERNAL_ERROR"
        ]
      }
    },
    "/conversations": {
      "get": {
        "operationId": "listConversations",
        "tags": [
          "conversations"
        ],
        "summary": "List conversations",
        "description": "A page of conversations, by default the most recent message first (§4.7).",
        "security": [
          {
            "apiKey": [
              "conversations:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "VALIDATION_FAILED",
          "CHANNEL_UNSUPPORTED",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Order"
          },
          {
            "name": "status",
            "in": "query",
            "description": "Only conversations with this status.",
            "schema": {
              "$ref": "#/components/schemas/ConversationStatus"
            }
          },
          {
            "name": "channel",
            "in": "query",
            "description": "Only conversations on this channel.",
            "schema": {
              "$ref": "#/components/schemas/Channel"
            }
          },
          {
            "name": "agent_id",
            "in": "query",
            "description": "Only conversations assigned to this agent.",
            "schema": {
              "type": "integer"
            },
            "example": 3
          },
          {
            "name": "unread",
            "in": "query",
            "description": "Only conversations with unread messages, or only those without.",
            "schema": {
              "type": "boolean"
            }
          },
          {
            "name": "phone",
            "in": "query",
            "description": "Only conversations with this person.",
            "schema": {
              "$ref": "#/components/schemas/Phone"
            }
          },
          {
            "name": "from",
            "in": "query",
            "description": "Only conversations whose last message is on or after this day.",
            "schema": {
              "type": "string",
              "format": "date"
            },
            "example": "2026-05-01"
          },
          {
            "name": "to",
            "in": "query",
            "description": "Only conversations whose last message is on or before this day.",
            "schema": {
              "type": "string",
              "format": "date"
            },
            "example": "2026-05-31"
          }
        ],
        "responses": {
          "200": {
            "description": "The conversations.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/ConversationList"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "conversations": [
                      {
                        "phone": "905551112233",
                        "channel": "whatsapp",
                        "connection_id": "wa_1",
                        "name": "Ada Lovelace",
                        "status": "open",
                        "agent": {
                          "id": 3,
                          "name": "Grace"
                        },
                        "unread_count": 1,
                        "last_message": {
                          "text": "Where is my order?",
                          "direction": "in",
                          "at": "2026-05-04T12:00:00.000000+00:00"
                        }
                      }
                    ],
                    "pagination": {
                      "limit": 25,
                      "count": 1,
                      "has_more": false,
                      "next_cursor": null
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope conversations:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "status must be one of open, closed, bot.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "status",
                        "errors": [
                          {
                            "field": "status",
                            "message": "must be one of open, closed, bot"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "CHANNEL_UNSUPPORTED": {
                    "$ref": "#/components/examples/CHANNEL_UNSUPPORTED"
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED",
              "CHANNEL_UNSUPPORTED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/conversations/{phone}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/PhoneInPath"
        }
      ],
      "get": {
        "operationId": "getConversation",
        "tags": [
          "conversations"
        ],
        "summary": "Get a conversation",
        "description": "A summary of the conversation and the contact (§4.7).",
        "security": [
          {
            "apiKey": [
              "conversations:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INTERNAL_ERROR",
          "CONVERSATION_NOT_FOUND"
        ],
        "responses": {
          "200": {
            "description": "The conversation.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/ConversationDetail"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "phone": "905551112233",
                    "channel": "whatsapp",
                    "connection_id": "wa_1",
                    "name": "Ada Lovelace",
                    "status": "open",
                    "agent": {
                      "id": 3,
                      "name": "Grace"
                    },
                    "unread_count": 1,
                    "last_message": {
                      "text": "Where is my order?",
                      "direction": "in",
                      "at": "2026-05-04T12:00:00.000000+00:00"
                    },
                    "contact": {
                      "id": 31,
                      "phone": "905551112233",
                      "name": "Ada Lovelace",
                      "email": "ada@example.com",
                      "display_name": "Ada",
                      "username": null,
                      "user_ids": [
                        "TR.13491208655302741918"
                      ],
                      "opted_out": false,
                      "blocked": false,
                      "created_at": "2026-05-04T12:00:00.000000+00:00",
                      "updated_at": "2026-05-04T12:00:00.000000+00:00"
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope conversations:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "CONVERSATION_NOT_FOUND": {
                    "$ref": "#/components/examples/CONVERSATION_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "CONVERSATION_NOT_FOUND"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      },
      "patch": {
        "operationId": "updateConversation",
        "tags": [
          "conversations"
        ],
        "summary": "Close, open, assign or mark as read",
        "description": "Changes the fields in the request (§4.7). Assigning an agent opens the conversation (§3.2).",
        "security": [
          {
            "apiKey": [
              "conversations:write"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INVALID_JSON",
          "VALIDATION_FAILED",
          "PAYLOAD_TOO_LARGE",
          "INTERNAL_ERROR",
          "CONVERSATION_NOT_FOUND"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UpdateConversationRequest"
              },
              "examples": {
                "close": {
                  "summary": "Close it",
                  "value": {
                    "status": "closed"
                  }
                },
                "assign": {
                  "summary": "Assign it and mark it as read",
                  "value": {
                    "agent_id": 3,
                    "unread_count": 0
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The changed conversation.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/ConversationDetail"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "phone": "905551112233",
                    "channel": "whatsapp",
                    "connection_id": "wa_1",
                    "name": "Ada Lovelace",
                    "status": "open",
                    "agent": {
                      "id": 3,
                      "name": "Grace"
                    },
                    "unread_count": 0,
                    "last_message": {
                      "text": "Where is my order?",
                      "direction": "in",
                      "at": "2026-05-04T12:00:00.000000+00:00"
                    },
                    "contact": {
                      "id": 31,
                      "phone": "905551112233",
                      "name": "Ada Lovelace",
                      "email": "ada@example.com",
                      "display_name": "Ada",
                      "username": null,
                      "user_ids": [
                        "TR.13491208655302741918"
                      ],
                      "opted_out": false,
                      "blocked": false,
                      "created_at": "2026-05-04T12:00:00.000000+00:00",
                      "updated_at": "2026-05-04T12:00:00.000000+00:00"
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "400": {
            "description": "The body cannot be read, or its Content-Type is missing or wrong.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INVALID_JSON": {
                    "$ref": "#/components/examples/INVALID_JSON"
                  }
                }
              }
            },
            "x-errors": [
              "INVALID_JSON"
            ]
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope conversations:write.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "CONVERSATION_NOT_FOUND": {
                    "$ref": "#/components/examples/CONVERSATION_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "CONVERSATION_NOT_FOUND"
            ]
          },
          "413": {
            "description": "The body or the file is over the size limit.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PAYLOAD_TOO_LARGE": {
                    "$ref": "#/components/examples/PAYLOAD_TOO_LARGE"
                  }
                }
              }
            },
            "x-errors": [
              "PAYLOAD_TOO_LARGE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "status must be one of open, closed.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "status",
                        "errors": [
                          {
                            "field": "status",
                            "message": "must be one of open, closed"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/conversations/{phone}/messages": {
      "parameters": [
        {
          "$ref": "#/components/parameters/PhoneInPath"
        }
      ],
      "get": {
        "operationId": "listConversationMessages",
        "tags": [
          "conversations"
        ],
        "summary": "List the messages of a conversation",
        "description": "The messages from and to the person, newest first (§4.7), on all connections. For the next page, pass `pagination.before` as `before`.",
        "security": [
          {
            "apiKey": [
              "conversations:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "VALIDATION_FAILED",
          "INTERNAL_ERROR",
          "CONVERSATION_NOT_FOUND"
        ],
        "parameters": [
          {
            "name": "limit",
            "in": "query",
            "description": "Page size (§8).",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100,
              "default": 50
            }
          },
          {
            "name": "before",
            "in": "query",
            "description": "Only messages before this time, such as `pagination.before` of the previous page.",
            "schema": {
              "$ref": "#/components/schemas/Timestamp"
            },
            "example": "2026-05-04T12:00:00.000000+00:00"
          },
          {
            "name": "direction",
            "in": "query",
            "description": "Only messages from the customer (`in`) or to the customer (`out`).",
            "schema": {
              "$ref": "#/components/schemas/Direction"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The messages.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/HistoryPage"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "messages": [
                      {
                        "id": "msg_in_17000000000000000002",
                        "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF",
                        "direction": "in",
                        "connection_id": "wa_1",
                        "type": "text",
                        "text": "Where is my order?",
                        "media": null,
                        "button": null,
                        "location": null,
                        "template": null,
                        "reply_to": null,
                        "status": null,
                        "error": null,
                        "at": "2026-05-04T12:00:00.000000+00:00"
                      }
                    ],
                    "pagination": {
                      "limit": 50,
                      "count": 1,
                      "has_more": false,
                      "before": null
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope conversations:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "CONVERSATION_NOT_FOUND": {
                    "$ref": "#/components/examples/CONVERSATION_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "CONVERSATION_NOT_FOUND"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "limit must be <= 100.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "limit",
                        "errors": [
                          {
                            "field": "limit",
                            "message": "must be <= 100"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/flows": {
      "get": {
        "operationId": "listFlows",
        "tags": [
          "flows"
        ],
        "summary": "List flows",
        "description": "A page of flows (§4.8).",
        "security": [
          {
            "apiKey": [
              "flows:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "FLOW_MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "VALIDATION_FAILED",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Order"
          },
          {
            "name": "is_active",
            "in": "query",
            "description": "Only published flows, or only unpublished flows.",
            "schema": {
              "type": "boolean"
            }
          },
          {
            "name": "template_id",
            "in": "query",
            "description": "Only flows of this template.",
            "schema": {
              "type": "integer"
            },
            "example": 14
          }
        ],
        "responses": {
          "200": {
            "description": "The flows.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/FlowList"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "flows": [
                      {
                        "id": 7,
                        "name": "Spring follow-up",
                        "template": "promo_spring",
                        "template_id": 14,
                        "button": "Tell me more",
                        "button_index": 0,
                        "is_active": true,
                        "stop_on_reply": true,
                        "stop_on_agent": true,
                        "quiet_start": 22,
                        "quiet_end": 9,
                        "steps": [
                          {
                            "delay": "0",
                            "text": "Hi {{name}}, here is what is new."
                          }
                        ],
                        "created_at": "2026-05-04T12:00:00.000000+00:00",
                        "updated_at": "2026-05-04T12:00:00.000000+00:00"
                      }
                    ],
                    "pagination": {
                      "limit": 25,
                      "count": 1,
                      "has_more": false,
                      "next_cursor": null
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope flows:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "FLOW_MODULE_DISABLED": {
                    "$ref": "#/components/examples/FLOW_MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "FLOW_MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "is_active must be boolean.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "is_active",
                        "errors": [
                          {
                            "field": "is_active",
                            "message": "must be boolean"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      },
      "post": {
        "operationId": "createFlow",
        "tags": [
          "flows"
        ],
        "summary": "Create a flow",
        "description": "Creates a flow, after validation. The flow is unpublished unless `is_active` is true (§4.8).",
        "security": [
          {
            "apiKey": [
              "flows:write"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "FLOW_MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INVALID_JSON",
          "VALIDATION_FAILED",
          "PAYLOAD_TOO_LARGE",
          "MEDIA_URL_INVALID",
          "INTERNAL_ERROR",
          "FLOW_INVALID"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateFlowRequest"
              },
              "examples": {
                "published": {
                  "summary": "A published flow with two steps",
                  "value": {
                    "name": "Spring follow-up",
                    "template": "promo_spring",
                    "button": "Tell me more",
                    "is_active": true,
                    "steps": [
                      {
                        "delay": "0",
                        "text": "Hi {{name}}, shall we call you?",
                        "buttons": [
                          {
                            "type": "reply",
                            "text": "Yes"
                          },
                          {
                            "type": "reply",
                            "text": "No"
                          }
                        ]
                      },
                      {
                        "delay": "2h30m",
                        "media_url": "https://shop.example/spring.mp4",
                        "caption": "For you, {{name}}"
                      }
                    ]
                  }
                },
                "draft": {
                  "summary": "A draft without steps",
                  "value": {
                    "name": "Draft",
                    "template_id": 14,
                    "button_index": 0,
                    "steps": []
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The flow was created.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/SavedFlow"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": 7,
                    "name": "Spring follow-up",
                    "template": "promo_spring",
                    "template_id": 14,
                    "button": "Tell me more",
                    "button_index": 0,
                    "is_active": true,
                    "stop_on_reply": true,
                    "stop_on_agent": true,
                    "quiet_start": 22,
                    "quiet_end": 9,
                    "steps": [
                      {
                        "delay": "0",
                        "text": "Hi {{name}}, here is what is new."
                      }
                    ],
                    "created_at": "2026-05-04T12:00:00.000000+00:00",
                    "updated_at": "2026-05-04T12:00:00.000000+00:00"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "400": {
            "description": "The body cannot be read, or its Content-Type is missing or wrong.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INVALID_JSON": {
                    "$ref": "#/components/examples/INVALID_JSON"
                  }
                }
              }
            },
            "x-errors": [
              "INVALID_JSON"
            ]
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope flows:write.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "FLOW_MODULE_DISABLED": {
                    "$ref": "#/components/examples/FLOW_MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "FLOW_MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "413": {
            "description": "The body or the file is over the size limit.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PAYLOAD_TOO_LARGE": {
                    "$ref": "#/components/examples/PAYLOAD_TOO_LARGE"
                  }
                }
              }
            },
            "x-errors": [
              "PAYLOAD_TOO_LARGE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "steps is required.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "steps",
                        "errors": [
                          {
                            "field": "steps",
                            "message": "is required"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MEDIA_URL_INVALID": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "MEDIA_URL_INVALID",
                        "http": 422,
                        "message": "http://shop.example/a.jpg cannot be used: it must start with https://.",
                        "reason": "Media URLs must be https and publicly reachable without authentication.",
                        "fix": "Use a public https URL, or upload the file with POST /media.",
                        "param": "steps.0.media_url",
                        "docs": "http://127.0.0.1:3000/developers/errors/MEDIA_URL_INVALID",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "FLOW_INVALID": {
                    "$ref": "#/components/examples/FLOW_INVALID"
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED",
              "MEDIA_URL_INVALID",
              "FLOW_INVALID"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/flows/{id}": {
      "parameters": [
        {
          "name": "id",
          "in": "path",
          "required": true,
          "description": "The flow's ID.",
          "schema": {
            "type": "integer",
            "minimum": 1,
            "x-code": "FLOW_NOT_FOUND",
            "x-decision": "record-ids"
          },
          "example": 7
        }
      ],
      "get": {
        "operationId": "getFlow",
        "tags": [
          "flows"
        ],
        "summary": "Get a flow",
        "description": "The flow with its steps (§4.8).",
        "security": [
          {
            "apiKey": [
              "flows:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "FLOW_MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INTERNAL_ERROR",
          "FLOW_NOT_FOUND"
        ],
        "responses": {
          "200": {
            "description": "The flow.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/Flow"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": 7,
                    "name": "Spring follow-up",
                    "template": "promo_spring",
                    "template_id": 14,
                    "button": "Tell me more",
                    "button_index": 0,
                    "is_active": true,
                    "stop_on_reply": true,
                    "stop_on_agent": true,
                    "quiet_start": 22,
                    "quiet_end": 9,
                    "steps": [
                      {
                        "delay": "0",
                        "text": "Hi {{name}}, here is what is new."
                      }
                    ],
                    "created_at": "2026-05-04T12:00:00.000000+00:00",
                    "updated_at": "2026-05-04T12:00:00.000000+00:00"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope flows:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "FLOW_MODULE_DISABLED": {
                    "$ref": "#/components/examples/FLOW_MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "FLOW_MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "FLOW_NOT_FOUND": {
                    "$ref": "#/components/examples/FLOW_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "FLOW_NOT_FOUND"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      },
      "patch": {
        "operationId": "updateFlow",
        "tags": [
          "flows"
        ],
        "summary": "Change a flow",
        "description": "Changes the fields in the request, after validation. `steps` replaces all steps (§4.8).",
        "security": [
          {
            "apiKey": [
              "flows:write"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "FLOW_MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INVALID_JSON",
          "VALIDATION_FAILED",
          "PAYLOAD_TOO_LARGE",
          "MEDIA_URL_INVALID",
          "INTERNAL_ERROR",
          "FLOW_NOT_FOUND",
          "FLOW_INVALID"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UpdateFlowRequest"
              },
              "examples": {
                "publish": {
                  "summary": "Publish it",
                  "value": {
                    "is_active": true
                  }
                },
                "steps": {
                  "summary": "Replace its steps",
                  "value": {
                    "steps": [
                      {
                        "delay": "10m",
                        "text": "Still there?"
                      }
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The changed flow.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/SavedFlow"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": 7,
                    "name": "Spring follow-up",
                    "template": "promo_spring",
                    "template_id": 14,
                    "button": "Tell me more",
                    "button_index": 0,
                    "is_active": true,
                    "stop_on_reply": true,
                    "stop_on_agent": true,
                    "quiet_start": 22,
                    "quiet_end": 9,
                    "steps": [
                      {
                        "delay": "0",
                        "text": "Hi {{name}}, here is what is new."
                      }
                    ],
                    "created_at": "2026-05-04T12:00:00.000000+00:00",
                    "updated_at": "2026-05-04T12:00:00.000000+00:00"
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "400": {
            "description": "The body cannot be read, or its Content-Type is missing or wrong.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INVALID_JSON": {
                    "$ref": "#/components/examples/INVALID_JSON"
                  }
                }
              }
            },
            "x-errors": [
              "INVALID_JSON"
            ]
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope flows:write.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "FLOW_MODULE_DISABLED": {
                    "$ref": "#/components/examples/FLOW_MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "FLOW_MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "FLOW_NOT_FOUND": {
                    "$ref": "#/components/examples/FLOW_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "FLOW_NOT_FOUND"
            ]
          },
          "413": {
            "description": "The body or the file is over the size limit.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PAYLOAD_TOO_LARGE": {
                    "$ref": "#/components/examples/PAYLOAD_TOO_LARGE"
                  }
                }
              }
            },
            "x-errors": [
              "PAYLOAD_TOO_LARGE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "quiet_start must be <= 23.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "quiet_start",
                        "errors": [
                          {
                            "field": "quiet_start",
                            "message": "must be <= 23"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MEDIA_URL_INVALID": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "MEDIA_URL_INVALID",
                        "http": 422,
                        "message": "http://shop.example/a.jpg cannot be used: it must start with https://.",
                        "reason": "Media URLs must be https and publicly reachable without authentication.",
                        "fix": "Use a public https URL, or upload the file with POST /media.",
                        "param": "steps.0.media_url",
                        "docs": "http://127.0.0.1:3000/developers/errors/MEDIA_URL_INVALID",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "FLOW_INVALID": {
                    "$ref": "#/components/examples/FLOW_INVALID"
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED",
              "MEDIA_URL_INVALID",
              "FLOW_INVALID"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      },
      "delete": {
        "operationId": "deleteFlow",
        "tags": [
          "flows"
        ],
        "summary": "Delete a flow",
        "description": "Deletes a flow. If the flow has runs, `force=true` is required and also deletes the runs (§4.8).",
        "security": [
          {
            "apiKey": [
              "flows:write"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "FLOW_MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "VALIDATION_FAILED",
          "INTERNAL_ERROR",
          "FLOW_NOT_FOUND",
          "FLOW_HAS_RUNS"
        ],
        "parameters": [
          {
            "name": "force",
            "in": "query",
            "description": "Whether to also delete the runs.",
            "schema": {
              "type": "boolean",
              "default": false
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The flow was deleted.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/DeletedFlow"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "id": 7,
                    "deleted": true
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope flows:write.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "FLOW_MODULE_DISABLED": {
                    "$ref": "#/components/examples/FLOW_MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "FLOW_MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "FLOW_NOT_FOUND": {
                    "$ref": "#/components/examples/FLOW_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "FLOW_NOT_FOUND"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "force must be boolean.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "force",
                        "errors": [
                          {
                            "field": "force",
                            "message": "must be boolean"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "FLOW_HAS_RUNS": {
                    "$ref": "#/components/examples/FLOW_HAS_RUNS"
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED",
              "FLOW_HAS_RUNS"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/flows/{id}/runs": {
      "parameters": [
        {
          "name": "id",
          "in": "path",
          "required": true,
          "description": "The flow's ID.",
          "schema": {
            "type": "integer",
            "minimum": 1,
            "x-code": "FLOW_NOT_FOUND",
            "x-decision": "record-ids"
          },
          "example": 7
        }
      ],
      "get": {
        "operationId": "listFlowRuns",
        "tags": [
          "flows"
        ],
        "summary": "List the runs of a flow",
        "description": "A page of runs. Each run is one person's way through the flow (§4.8).",
        "security": [
          {
            "apiKey": [
              "flows:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "FLOW_MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "VALIDATION_FAILED",
          "INTERNAL_ERROR",
          "FLOW_NOT_FOUND"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Order"
          },
          {
            "name": "status",
            "in": "query",
            "description": "Only runs with this status.",
            "schema": {
              "$ref": "#/components/schemas/FlowRunStatus"
            }
          },
          {
            "name": "phone",
            "in": "query",
            "description": "Only runs of this person.",
            "schema": {
              "$ref": "#/components/schemas/Phone"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The runs.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/FlowRunList"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "runs": [
                      {
                        "id": 52,
                        "phone": "905551112233",
                        "status": "running",
                        "stop_reason": null,
                        "current_step": 1,
                        "next_step_at": "2026-05-04T14:30:00.000000+00:00",
                        "started_at": "2026-05-04T12:00:00.000000+00:00",
                        "finished_at": null
                      }
                    ],
                    "pagination": {
                      "limit": 25,
                      "count": 1,
                      "has_more": false,
                      "next_cursor": null
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope flows:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "FLOW_MODULE_DISABLED": {
                    "$ref": "#/components/examples/FLOW_MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "FLOW_MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "FLOW_NOT_FOUND": {
                    "$ref": "#/components/examples/FLOW_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "FLOW_NOT_FOUND"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "status must be one of running, done, stopped.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "status",
                        "errors": [
                          {
                            "field": "status",
                            "message": "must be one of running, done, stopped"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/flows/{id}/stats": {
      "parameters": [
        {
          "name": "id",
          "in": "path",
          "required": true,
          "description": "The flow's ID.",
          "schema": {
            "type": "integer",
            "minimum": 1,
            "x-code": "FLOW_NOT_FOUND",
            "x-decision": "record-ids"
          },
          "example": 7
        }
      ],
      "get": {
        "operationId": "getFlowStats",
        "tags": [
          "flows"
        ],
        "summary": "Show the results of a flow",
        "description": "The number of people who entered, how far they got, and why runs stopped (§4.8).",
        "security": [
          {
            "apiKey": [
              "flows:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "FLOW_MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INTERNAL_ERROR",
          "FLOW_NOT_FOUND"
        ],
        "responses": {
          "200": {
            "description": "The counts.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/FlowStats"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "entered": 40,
                    "running": 4,
                    "done": 30,
                    "stopped": 6,
                    "messages_sent": 71,
                    "stop_reasons": {
                      "reply": 3,
                      "agent": 1,
                      "window": 1,
                      "other": 1
                    },
                    "funnel": [
                      {
                        "step": 1,
                        "reached": 40,
                        "rate": 100
                      },
                      {
                        "step": 2,
                        "reached": 31,
                        "rate": 77.5
                      }
                    ]
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope flows:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "FLOW_MODULE_DISABLED": {
                    "$ref": "#/components/examples/FLOW_MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "FLOW_MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "FLOW_NOT_FOUND": {
                    "$ref": "#/components/examples/FLOW_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "FLOW_NOT_FOUND"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/flows/{id}/test": {
      "parameters": [
        {
          "name": "id",
          "in": "path",
          "required": true,
          "description": "The flow's ID.",
          "schema": {
            "type": "integer",
            "minimum": 1,
            "x-code": "FLOW_NOT_FOUND",
            "x-decision": "record-ids"
          },
          "example": 7
        }
      ],
      "post": {
        "operationId": "testFlow",
        "tags": [
          "flows"
        ],
        "summary": "Test a flow",
        "description": "Sends all steps to one number without delays, and waits until the provider has accepted them. Reports do not count them (§4.8). If the\nnumber has not written within the last 24 hours, or the flow has no steps, the response is FLOW_NOT_TESTABLE.\n",
        "security": [
          {
            "apiKey": [
              "flows:write"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "FLOW_MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INVALID_JSON",
          "VALIDATION_FAILED",
          "PAYLOAD_TOO_LARGE",
          "CHANNEL_NOT_CONNECTED",
          "RECIPIENT_INVALID",
          "RECIPIENT_BLOCKED",
          "RECIPIENT_OPTED_OUT",
          "PROVIDER_REJECTED",
          "PROVIDER_UNAVAILABLE",
          "INTERNAL_ERROR",
          "FLOW_NOT_FOUND",
          "FLOW_NOT_TESTABLE"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TestFlowRequest"
              },
              "examples": {
                "number": {
                  "summary": "A number of your team",
                  "value": {
                    "to": "905551112233"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "All steps were sent.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "X-Service-Mode": {
                "$ref": "#/components/headers/ServiceMode"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/FlowTestResult"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "to": "905551112233",
                    "messages": [
                      {
                        "step": 1,
                        "id": "msg_17000000000000000001",
                        "status": "sent"
                      }
                    ],
                    "test": false
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "400": {
            "description": "The body cannot be read, or its Content-Type is missing or wrong.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INVALID_JSON": {
                    "$ref": "#/components/examples/INVALID_JSON"
                  }
                }
              }
            },
            "x-errors": [
              "INVALID_JSON"
            ]
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope flows:write.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "FLOW_MODULE_DISABLED": {
                    "$ref": "#/components/examples/FLOW_MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  },
                  "RECIPIENT_BLOCKED": {
                    "$ref": "#/components/examples/RECIPIENT_BLOCKED"
                  },
                  "RECIPIENT_OPTED_OUT": {
                    "$ref": "#/components/examples/RECIPIENT_OPTED_OUT"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "FLOW_MODULE_DISABLED",
              "ACCOUNT_INACTIVE",
              "RECIPIENT_BLOCKED",
              "RECIPIENT_OPTED_OUT"
            ]
          },
          "404": {
            "description": "The requested object does not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "FLOW_NOT_FOUND": {
                    "$ref": "#/components/examples/FLOW_NOT_FOUND"
                  }
                }
              }
            },
            "x-errors": [
              "FLOW_NOT_FOUND"
            ]
          },
          "409": {
            "description": "The state of the account or the recipient does not allow it.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "CHANNEL_NOT_CONNECTED": {
                    "$ref": "#/components/examples/CHANNEL_NOT_CONNECTED"
                  }
                }
              }
            },
            "x-errors": [
              "CHANNEL_NOT_CONNECTED"
            ]
          },
          "413": {
            "description": "The body or the file is over the size limit.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PAYLOAD_TOO_LARGE": {
                    "$ref": "#/components/examples/PAYLOAD_TOO_LARGE"
                  }
                }
              }
            },
            "x-errors": [
              "PAYLOAD_TOO_LARGE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "$ref": "#/components/examples/VALIDATION_FAILED"
                  },
                  "RECIPIENT_INVALID": {
                    "$ref": "#/components/examples/RECIPIENT_INVALID"
                  },
                  "FLOW_NOT_TESTABLE": {
                    "$ref": "#/components/examples/FLOW_NOT_TESTABLE"
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED",
              "RECIPIENT_INVALID",
              "FLOW_NOT_TESTABLE"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          },
          "502": {
            "description": "The provider or receiver refused the request or did not respond.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PROVIDER_REJECTED": {
                    "$ref": "#/components/examples/PROVIDER_REJECTED"
                  }
                }
              }
            },
            "x-errors": [
              "PROVIDER_REJECTED"
            ]
          },
          "503": {
            "description": "The provider is down. Retry after 30 s, 2 min and 5 min with the same Idempotency-Key (§7).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PROVIDER_UNAVAILABLE": {
                    "$ref": "#/components/examples/PROVIDER_UNAVAILABLE"
                  }
                }
              }
            },
            "x-errors": [
              "PROVIDER_UNAVAILABLE"
            ]
          }
        }
      }
    },
    "/stats": {
      "get": {
        "operationId": "getStats",
        "tags": [
          "reports"
        ],
        "summary": "Count messages and conversations",
        "description": "Message counts and rates, and conversation counts by status. The default range is the last 30 days (§4.9).",
        "security": [
          {
            "apiKey": [
              "insights:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "VALIDATION_FAILED",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "name": "from",
            "in": "query",
            "description": "The first day to count; if omitted, 29 days before `to`.",
            "schema": {
              "type": "string",
              "format": "date"
            },
            "example": "2026-04-05"
          },
          {
            "name": "to",
            "in": "query",
            "description": "The last day to count; if omitted, today.",
            "schema": {
              "type": "string",
              "format": "date"
            },
            "example": "2026-05-04"
          }
        ],
        "responses": {
          "200": {
            "description": "The counts.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/Stats"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "from": "2026-04-05",
                    "to": "2026-05-04",
                    "messages": {
                      "incoming": 40,
                      "outgoing": 200,
                      "delivered": 190,
                      "read": 150,
                      "failed": 10,
                      "delivered_rate": 95,
                      "read_rate": 75,
                      "failed_rate": 5
                    },
                    "conversations": {
                      "open": 12,
                      "closed": 30,
                      "bot": 1
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope insights:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "from must match format \"date\".",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "from",
                        "errors": [
                          {
                            "field": "from",
                            "message": "must match format \"date\""
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/labels": {
      "get": {
        "operationId": "listLabels",
        "tags": [
          "reports"
        ],
        "summary": "List labels",
        "description": "A page of labels (§4.9).",
        "security": [
          {
            "apiKey": [
              "insights:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "VALIDATION_FAILED",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Order"
          }
        ],
        "responses": {
          "200": {
            "description": "The labels.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/LabelList"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "labels": [
                      {
                        "id": 5,
                        "name": "VIP",
                        "color": "#c0392b"
                      }
                    ],
                    "pagination": {
                      "limit": 25,
                      "count": 1,
                      "has_more": false,
                      "next_cursor": null
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope insights:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "limit must be <= 100.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "limit",
                        "errors": [
                          {
                            "field": "limit",
                            "message": "must be <= 100"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/agents": {
      "get": {
        "operationId": "listAgents",
        "tags": [
          "reports"
        ],
        "summary": "List agents",
        "description": "A page of agents (§4.9).",
        "security": [
          {
            "apiKey": [
              "insights:read"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "VALIDATION_FAILED",
          "INTERNAL_ERROR"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Order"
          }
        ],
        "responses": {
          "200": {
            "description": "The agents.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/AgentList"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "agents": [
                      {
                        "id": 3,
                        "name": "Grace",
                        "is_active": true
                      }
                    ],
                    "pagination": {
                      "limit": 25,
                      "count": 1,
                      "has_more": false,
                      "next_cursor": null
                    }
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope insights:read.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "limit must be <= 100.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "limit",
                        "errors": [
                          {
                            "field": "limit",
                            "message": "must be <= 100"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        }
      }
    },
    "/webhooks/test": {
      "post": {
        "operationId": "testWebhook",
        "tags": [
          "webhooks"
        ],
        "summary": "Send a sample event",
        "description": "Sends a sample event to the configured URL and returns the receiver's status and response time (§4.10). You may omit the body,\ntogether with its Content-Type.\n",
        "security": [
          {
            "apiKey": [
              "webhooks:test"
            ]
          }
        ],
        "x-errors": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "WEBHOOK_MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "INVALID_JSON",
          "VALIDATION_FAILED",
          "PAYLOAD_TOO_LARGE",
          "WEBHOOK_NOT_CONFIGURED",
          "WEBHOOK_URL_INVALID",
          "WEBHOOK_UNREACHABLE",
          "INTERNAL_ERROR"
        ],
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TestWebhookRequest"
              },
              "examples": {
                "status": {
                  "summary": "A sample of message.status",
                  "value": {
                    "event": "message.status"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The receiver returned 2xx.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/Success"
                    },
                    {
                      "type": "object",
                      "required": [
                        "data"
                      ],
                      "properties": {
                        "data": {
                          "$ref": "#/components/schemas/WebhookTestResult"
                        }
                      }
                    }
                  ]
                },
                "example": {
                  "success": true,
                  "data": {
                    "delivery_id": "whd_17000000000000000012",
                    "event": "message.received",
                    "status_code": 200,
                    "duration_ms": 41
                  },
                  "request_id": "req_01jd3v5q8yw2"
                }
              }
            }
          },
          "400": {
            "description": "The body cannot be read, or its Content-Type is missing or wrong.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INVALID_JSON": {
                    "$ref": "#/components/examples/INVALID_JSON"
                  }
                }
              }
            },
            "x-errors": [
              "INVALID_JSON"
            ]
          },
          "401": {
            "description": "The key is missing, unknown or revoked (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "MISSING_API_KEY": {
                    "$ref": "#/components/examples/MISSING_API_KEY"
                  },
                  "INVALID_API_KEY": {
                    "$ref": "#/components/examples/INVALID_API_KEY"
                  },
                  "API_KEY_REVOKED": {
                    "$ref": "#/components/examples/API_KEY_REVOKED"
                  }
                }
              }
            },
            "x-errors": [
              "MISSING_API_KEY",
              "INVALID_API_KEY",
              "API_KEY_REVOKED"
            ]
          },
          "402": {
            "description": "The license of the account has expired.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "LICENSE_EXPIRED": {
                    "$ref": "#/components/examples/LICENSE_EXPIRED"
                  }
                }
              }
            },
            "x-errors": [
              "LICENSE_EXPIRED"
            ]
          },
          "403": {
            "description": "Not allowed for this key, account or recipient (§5.6).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "IP_NOT_ALLOWED": {
                    "$ref": "#/components/examples/IP_NOT_ALLOWED"
                  },
                  "SCOPE_DENIED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "SCOPE_DENIED",
                        "http": 403,
                        "message": "The API key lacks the scope webhooks:test.",
                        "reason": "The key is restricted to other scopes.",
                        "fix": "Use a key that has the scope.",
                        "docs": "http://127.0.0.1:3000/developers/errors/SCOPE_DENIED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "MODULE_DISABLED": {
                    "$ref": "#/components/examples/MODULE_DISABLED"
                  },
                  "WEBHOOK_MODULE_DISABLED": {
                    "$ref": "#/components/examples/WEBHOOK_MODULE_DISABLED"
                  },
                  "ACCOUNT_INACTIVE": {
                    "$ref": "#/components/examples/ACCOUNT_INACTIVE"
                  }
                }
              }
            },
            "x-errors": [
              "IP_NOT_ALLOWED",
              "SCOPE_DENIED",
              "MODULE_DISABLED",
              "WEBHOOK_MODULE_DISABLED",
              "ACCOUNT_INACTIVE"
            ]
          },
          "409": {
            "description": "The state of the account or the recipient does not allow it.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "WEBHOOK_NOT_CONFIGURED": {
                    "$ref": "#/components/examples/WEBHOOK_NOT_CONFIGURED"
                  }
                }
              }
            },
            "x-errors": [
              "WEBHOOK_NOT_CONFIGURED"
            ]
          },
          "413": {
            "description": "The body or the file is over the size limit.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "PAYLOAD_TOO_LARGE": {
                    "$ref": "#/components/examples/PAYLOAD_TOO_LARGE"
                  }
                }
              }
            },
            "x-errors": [
              "PAYLOAD_TOO_LARGE"
            ]
          },
          "422": {
            "description": "A field is invalid or a rule is violated.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "VALIDATION_FAILED": {
                    "value": {
                      "success": false,
                      "error": {
                        "code": "VALIDATION_FAILED",
                        "http": 422,
                        "message": "event must be one of message.received, message.status, template.status.",
                        "reason": "One or more fields are missing or malformed.",
                        "fix": "Correct the fields listed in errors.",
                        "param": "event",
                        "errors": [
                          {
                            "field": "event",
                            "message": "must be one of message.received, message.status, template.status"
                          }
                        ],
                        "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
                        "request_id": "req_01jd3v5q8yw2"
                      }
                    }
                  },
                  "WEBHOOK_URL_INVALID": {
                    "$ref": "#/components/examples/WEBHOOK_URL_INVALID"
                  }
                }
              }
            },
            "x-errors": [
              "VALIDATION_FAILED",
              "WEBHOOK_URL_INVALID"
            ]
          },
          "429": {
            "description": "The key is over its rate limit (§8).",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "RATE_LIMITED": {
                    "$ref": "#/components/examples/RATE_LIMITED"
                  }
                }
              }
            },
            "x-errors": [
              "RATE_LIMITED"
            ]
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          },
          "502": {
            "description": "The provider or receiver refused the request or did not respond.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "WEBHOOK_UNREACHABLE": {
                    "$ref": "#/components/examples/WEBHOOK_UNREACHABLE"
                  }
                }
              }
            },
            "x-errors": [
              "WEBHOOK_UNREACHABLE"
            ]
          }
        }
      }
    },
    "/developers/openapi.json": {
      "servers": [
        {
          "url": "{origin}",
          "description": "The same server without the path prefix (§9).",
          "variables": {
            "origin": {
              "default": "http://127.0.0.1:3000",
              "description": "Scheme, host and port, without a trailing slash."
            }
          }
        }
      ],
      "get": {
        "operationId": "getDocument",
        "tags": [
          "developers"
        ],
        "summary": "Read this document",
        "description": "This API description as JSON, without a key and without an envelope (§9).",
        "security": [],
        "responses": {
          "200": {
            "description": "The document.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Document"
                },
                "example": {
                  "openapi": "3.1.0",
                  "info": {
                    "title": "Multi-Channel Messaging API",
                    "version": "1.0.0"
                  },
                  "paths": {}
                }
              }
            }
          },
          "500": {
            "description": "An unexpected server error.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "X-RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimitLimit"
              },
              "X-RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimitRemaining"
              },
              "X-RateLimit-Burst": {
                "$ref": "#/components/headers/RateLimitBurst"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorEnvelope"
                },
                "examples": {
                  "INTERNAL_ERROR": {
                    "$ref": "#/components/examples/INTERNAL_ERROR"
                  }
                }
              }
            },
            "x-errors": [
              "INTERNAL_ERROR"
            ]
          }
        },
        "x-errors": [
          "INTERNAL_ERROR"
        ]
      }
    }
  },
  "webhooks": {
    "message.received": {
      "post": {
        "tags": [
          "webhooks"
        ],
        "summary": "A customer sent a message",
        "description": "Sent for each inbound message: text, media, button reply, location and so on (§6).",
        "security": [],
        "parameters": [
          {
            "name": "X-Service-Signature",
            "in": "header",
            "required": true,
            "description": "`t=<unix_seconds>,v1=<hex>`; v1 is the hex HMAC-SHA256 of `<t>.<raw body>` keyed with the webhook secret. Refuse\ntimestamps older than 5 minutes (§6).\n",
            "schema": {
              "type": "string",
              "pattern": "^t=[0-9]+,v1=[0-9a-f]{64}$"
            }
          },
          {
            "name": "X-Service-Event",
            "in": "header",
            "required": true,
            "description": "The name of the event, the same as in the body.",
            "schema": {
              "$ref": "#/components/schemas/EventName"
            }
          },
          {
            "name": "X-Service-Delivery-Id",
            "in": "header",
            "required": true,
            "description": "The ID of the delivery, the same as in the body.",
            "schema": {
              "$ref": "#/components/schemas/DeliveryId"
            }
          },
          {
            "name": "X-Service-Attempt",
            "in": "header",
            "required": true,
            "description": "The number of this attempt, from 1.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 6
            }
          },
          {
            "name": "webhook-id",
            "in": "header",
            "description": "The ID of the delivery, the same as in the body. With the next two headers, libraries for Standard Webhooks can verify\na delivery.\n",
            "schema": {
              "type": "string",
              "x-decision": "standard-webhooks"
            }
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "description": "When this attempt was signed, in Unix seconds.",
            "schema": {
              "type": "string",
              "pattern": "^[0-9]+$",
              "x-decision": "standard-webhooks"
            }
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "description": "`v1,<base64>`, the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the bytes that the\nwebhook secret has in base64 after `whsec_`.\n",
            "schema": {
              "type": "string",
              "pattern": "^v1,[A-Za-z0-9+/]{43}=$",
              "x-decision": "standard-webhooks"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/MessageReceivedEvent"
              }
            }
          }
        },
        "responses": {
          "410": {
            "description": "Disables the endpoint immediately (§6)."
          },
          "2XX": {
            "description": "Received. After any other response, or none within 10 seconds, the server retries the delivery after 1 min, 5 min, 30 min, 2 h and 12 h (§6)."
          }
        }
      }
    },
    "message.status": {
      "post": {
        "tags": [
          "webhooks"
        ],
        "summary": "The status of a message changed",
        "description": "Sent when a message from the API or the dashboard becomes sent, delivered, read or failed (§6).",
        "security": [],
        "parameters": [
          {
            "name": "X-Service-Signature",
            "in": "header",
            "required": true,
            "description": "`t=<unix_seconds>,v1=<hex>`; v1 is the hex HMAC-SHA256 of `<t>.<raw body>` keyed with the webhook secret. Refuse\ntimestamps older than 5 minutes (§6).\n",
            "schema": {
              "type": "string",
              "pattern": "^t=[0-9]+,v1=[0-9a-f]{64}$"
            }
          },
          {
            "name": "X-Service-Event",
            "in": "header",
            "required": true,
            "description": "The name of the event, the same as in the body.",
            "schema": {
              "$ref": "#/components/schemas/EventName"
            }
          },
          {
            "name": "X-Service-Delivery-Id",
            "in": "header",
            "required": true,
            "description": "The ID of the delivery, the same as in the body.",
            "schema": {
              "$ref": "#/components/schemas/DeliveryId"
            }
          },
          {
            "name": "X-Service-Attempt",
            "in": "header",
            "required": true,
            "description": "The number of this attempt, from 1.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 6
            }
          },
          {
            "name": "webhook-id",
            "in": "header",
            "description": "The ID of the delivery, the same as in the body. With the next two headers, libraries for Standard Webhooks can verify\na delivery.\n",
            "schema": {
              "type": "string",
              "x-decision": "standard-webhooks"
            }
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "description": "When this attempt was signed, in Unix seconds.",
            "schema": {
              "type": "string",
              "pattern": "^[0-9]+$",
              "x-decision": "standard-webhooks"
            }
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "description": "`v1,<base64>`, the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the bytes that the\nwebhook secret has in base64 after `whsec_`.\n",
            "schema": {
              "type": "string",
              "pattern": "^v1,[A-Za-z0-9+/]{43}=$",
              "x-decision": "standard-webhooks"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/MessageStatusEvent"
              }
            }
          }
        },
        "responses": {
          "410": {
            "description": "Disables the endpoint immediately (§6)."
          },
          "2XX": {
            "description": "Received. After any other response, or none within 10 seconds, the server retries the delivery after 1 min, 5 min, 30 min, 2 h and 12 h (§6)."
          }
        }
      }
    },
    "template.status": {
      "post": {
        "tags": [
          "webhooks"
        ],
        "summary": "A template was approved or rejected",
        "description": "Sent when the approval status of a template changes (§6).",
        "security": [],
        "parameters": [
          {
            "name": "X-Service-Signature",
            "in": "header",
            "required": true,
            "description": "`t=<unix_seconds>,v1=<hex>`; v1 is the hex HMAC-SHA256 of `<t>.<raw body>` keyed with the webhook secret. Refuse\ntimestamps older than 5 minutes (§6).\n",
            "schema": {
              "type": "string",
              "pattern": "^t=[0-9]+,v1=[0-9a-f]{64}$"
            }
          },
          {
            "name": "X-Service-Event",
            "in": "header",
            "required": true,
            "description": "The name of the event, the same as in the body.",
            "schema": {
              "$ref": "#/components/schemas/EventName"
            }
          },
          {
            "name": "X-Service-Delivery-Id",
            "in": "header",
            "required": true,
            "description": "The ID of the delivery, the same as in the body.",
            "schema": {
              "$ref": "#/components/schemas/DeliveryId"
            }
          },
          {
            "name": "X-Service-Attempt",
            "in": "header",
            "required": true,
            "description": "The number of this attempt, from 1.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 6
            }
          },
          {
            "name": "webhook-id",
            "in": "header",
            "description": "The ID of the delivery, the same as in the body. With the next two headers, libraries for Standard Webhooks can verify\na delivery.\n",
            "schema": {
              "type": "string",
              "x-decision": "standard-webhooks"
            }
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "description": "When this attempt was signed, in Unix seconds.",
            "schema": {
              "type": "string",
              "pattern": "^[0-9]+$",
              "x-decision": "standard-webhooks"
            }
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "description": "`v1,<base64>`, the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the bytes that the\nwebhook secret has in base64 after `whsec_`.\n",
            "schema": {
              "type": "string",
              "pattern": "^v1,[A-Za-z0-9+/]{43}=$",
              "x-decision": "standard-webhooks"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TemplateStatusEvent"
              }
            }
          }
        },
        "responses": {
          "410": {
            "description": "Disables the endpoint immediately (§6)."
          },
          "2XX": {
            "description": "Received. After any other response, or none within 10 seconds, the server retries the delivery after 1 min, 5 min, 30 min, 2 h and 12 h (§6)."
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "apiKey": {
        "type": "http",
        "scheme": "bearer",
        "description": "Header `Authorization: Bearer <API_KEY>` (§5.1). Live keys start with `ww_live_`, test keys with `ww_test_`. A security requirement\nnames the scopes that the key needs (§5.5).\n"
      },
      "apiKeyQuery": {
        "type": "apiKey",
        "in": "query",
        "name": "api_key",
        "description": "Only for GET /messages/template (§5.4). Keys in URLs appear in logs; use a key with only messages:send."
      }
    },
    "schemas": {
      "RequestId": {
        "type": "string",
        "description": "Identifies one request, for support and logs (§2.1).",
        "pattern": "^req_.+$",
        "examples": [
          "req_01jd3v5q8yw2"
        ]
      },
      "Success": {
        "type": "object",
        "description": "The envelope of a success; `data` contains the result (§2.1).",
        "required": [
          "success",
          "request_id"
        ],
        "properties": {
          "success": {
            "type": "boolean",
            "const": true,
            "description": "Always true."
          },
          "request_id": {
            "$ref": "#/components/schemas/RequestId"
          }
        }
      },
      "Channel": {
        "type": "string",
        "description": "The channel of the message (§1).",
        "enum": [
          "whatsapp",
          "instagram",
          "messenger",
          "web"
        ],
        "x-code": "CHANNEL_UNSUPPORTED"
      },
      "Me": {
        "type": "object",
        "description": "The key and its account (§4.1).",
        "required": [
          "key",
          "account",
          "modules",
          "license",
          "channels"
        ],
        "properties": {
          "key": {
            "type": "object",
            "description": "The key of this request.",
            "allOf": [
              {
                "x-decision": "me-record",
                "type": "object",
                "required": [
                  "mode",
                  "scopes"
                ],
                "properties": {
                  "mode": {
                    "type": "string",
                    "enum": [
                      "live",
                      "test"
                    ],
                    "description": "Whether the key is a live or a test key."
                  },
                  "scopes": {
                    "type": "array",
                    "description": "The scopes of the key; `*` alone means full access.",
                    "items": {
                      "type": "string"
                    }
                  }
                }
              }
            ]
          },
          "account": {
            "type": "object",
            "description": "The company account.",
            "allOf": [
              {
                "x-decision": "me-record",
                "type": "object",
                "required": [
                  "id",
                  "name"
                ],
                "properties": {
                  "id": {
                    "type": "string",
                    "description": "The account's ID."
                  },
                  "name": {
                    "type": "string",
                    "description": "The account's name."
                  }
                }
              }
            ]
          },
          "modules": {
            "description": "Which modules are enabled.",
            "allOf": [
              {
                "x-decision": "me-record",
                "type": "object",
                "required": [
                  "api",
                  "webhook",
                  "flows"
                ],
                "properties": {
                  "api": {
                    "type": "boolean",
                    "description": "This API."
                  },
                  "webhook": {
                    "type": "boolean",
                    "description": "Events to your webhook URL."
                  },
                  "flows": {
                    "type": "boolean",
                    "description": "Campaign flows."
                  }
                }
              }
            ]
          },
          "license": {
            "description": "The account's license.",
            "allOf": [
              {
                "x-decision": "me-record",
                "type": "object",
                "required": [
                  "status",
                  "expires_at"
                ],
                "properties": {
                  "status": {
                    "type": "string",
                    "enum": [
                      "active",
                      "expired"
                    ],
                    "description": "Whether the license is valid now."
                  },
                  "expires_at": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "format": "date-time",
                    "description": "When the license expires; null if it does not."
                  }
                }
              }
            ]
          },
          "channels": {
            "description": "The channels with at least one active connection.",
            "allOf": [
              {
                "x-decision": "me-record",
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/Channel"
                }
              }
            ]
          }
        },
        "examples": [
          {
            "key": {
              "mode": "live",
              "scopes": [
                "*"
              ]
            },
            "account": {
              "id": "1",
              "name": "Demo"
            },
            "modules": {
              "api": true,
              "webhook": true,
              "flows": true
            },
            "license": {
              "status": "active",
              "expires_at": null
            },
            "channels": [
              "whatsapp",
              "instagram",
              "messenger",
              "web"
            ]
          }
        ]
      },
      "SpecErrorCode": {
        "type": "string",
        "description": "The codes of the specification (§7).",
        "enum": [
          "MISSING_API_KEY",
          "INVALID_API_KEY",
          "API_KEY_REVOKED",
          "IP_NOT_ALLOWED",
          "SCOPE_DENIED",
          "MODULE_DISABLED",
          "FLOW_MODULE_DISABLED",
          "WEBHOOK_MODULE_DISABLED",
          "ACCOUNT_INACTIVE",
          "LICENSE_EXPIRED",
          "RATE_LIMITED",
          "IDEMPOTENCY_CONFLICT",
          "INVALID_JSON",
          "VALIDATION_FAILED",
          "PAYLOAD_TOO_LARGE",
          "CHANNEL_UNSUPPORTED",
          "CHANNEL_NOT_CONNECTED",
          "CONNECTION_NOT_FOUND",
          "CHANNEL_FEATURE_UNSUPPORTED",
          "RECIPIENT_INVALID",
          "RECIPIENT_BLOCKED",
          "RECIPIENT_OPTED_OUT",
          "WINDOW_CLOSED",
          "WINDOW_NEVER_OPENED",
          "TEMPLATE_NOT_FOUND",
          "TEMPLATE_NOT_APPROVED",
          "TEMPLATE_VARIABLES_MISSING",
          "TEMPLATE_VARIABLES_FORMAT",
          "TEMPLATE_HEADER_MISSING",
          "TEMPLATE_BUTTON_PARAM_MISSING",
          "MEDIA_REQUIRED",
          "MEDIA_TOO_LARGE",
          "MEDIA_TYPE_UNSUPPORTED",
          "MEDIA_URL_INVALID",
          "MEDIA_UPLOAD_FAILED",
          "MESSAGE_NOT_FOUND",
          "WEBHOOK_NOT_CONFIGURED",
          "WEBHOOK_URL_INVALID",
          "WEBHOOK_UNREACHABLE",
          "PROVIDER_REJECTED",
          "PROVIDER_UNAVAILABLE",
          "NOT_FOUND",
          "METHOD_NOT_ALLOWED",
          "INTERNAL_ERROR"
        ]
      },
      "DecidedErrorCode": {
        "type": "string",
        "x-decision": "error-codes",
        "description": "Our additional codes, for errors without a code in the specification.",
        "enum": [
          "CONTACT_NOT_FOUND",
          "CONVERSATION_NOT_FOUND",
          "FLOW_NOT_FOUND",
          "FLOW_INVALID",
          "FLOW_HAS_RUNS",
          "FLOW_NOT_TESTABLE",
          "MEDIA_GONE",
          "URL_TOO_LONG",
          "HEADERS_TOO_LARGE"
        ]
      },
      "ErrorCode": {
        "description": "A stable error code (§7). v1 may add new codes, so handle an unknown code by its HTTP status.\n",
        "anyOf": [
          {
            "$ref": "#/components/schemas/SpecErrorCode"
          },
          {
            "$ref": "#/components/schemas/DecidedErrorCode"
          }
        ],
        "x-retry-delays-seconds": [
          30,
          120,
          300
        ],
        "x-retry": {
          "MISSING_API_KEY": "never",
          "INVALID_API_KEY": "never",
          "API_KEY_REVOKED": "never",
          "IP_NOT_ALLOWED": "never",
          "SCOPE_DENIED": "never",
          "MODULE_DISABLED": "never",
          "FLOW_MODULE_DISABLED": "never",
          "WEBHOOK_MODULE_DISABLED": "never",
          "ACCOUNT_INACTIVE": "never",
          "LICENSE_EXPIRED": "never",
          "RATE_LIMITED": "after",
          "IDEMPOTENCY_CONFLICT": "never",
          "INVALID_JSON": "never",
          "VALIDATION_FAILED": "never",
          "PAYLOAD_TOO_LARGE": "never",
          "CHANNEL_UNSUPPORTED": "never",
          "CHANNEL_NOT_CONNECTED": "never",
          "CONNECTION_NOT_FOUND": "never",
          "CHANNEL_FEATURE_UNSUPPORTED": "never",
          "RECIPIENT_INVALID": "never",
          "RECIPIENT_BLOCKED": "never",
          "RECIPIENT_OPTED_OUT": "never",
          "WINDOW_CLOSED": "never",
          "WINDOW_NEVER_OPENED": "never",
          "TEMPLATE_NOT_FOUND": "never",
          "TEMPLATE_NOT_APPROVED": "never",
          "TEMPLATE_VARIABLES_MISSING": "never",
          "TEMPLATE_VARIABLES_FORMAT": "never",
          "TEMPLATE_HEADER_MISSING": "never",
          "TEMPLATE_BUTTON_PARAM_MISSING": "never",
          "MEDIA_REQUIRED": "never",
          "MEDIA_TOO_LARGE": "never",
          "MEDIA_TYPE_UNSUPPORTED": "never",
          "MEDIA_URL_INVALID": "never",
          "MEDIA_UPLOAD_FAILED": "backoff",
          "MESSAGE_NOT_FOUND": "never",
          "WEBHOOK_NOT_CONFIGURED": "never",
          "WEBHOOK_URL_INVALID": "never",
          "WEBHOOK_UNREACHABLE": "never",
          "PROVIDER_REJECTED": "never",
          "PROVIDER_UNAVAILABLE": "same-key",
          "NOT_FOUND": "never",
          "METHOD_NOT_ALLOWED": "never",
          "INTERNAL_ERROR": "same-key",
          "CONTACT_NOT_FOUND": "never",
          "CONVERSATION_NOT_FOUND": "never",
          "FLOW_NOT_FOUND": "never",
          "FLOW_INVALID": "never",
          "FLOW_HAS_RUNS": "never",
          "FLOW_NOT_TESTABLE": "never",
          "MEDIA_GONE": "never",
          "URL_TOO_LONG": "never",
          "HEADERS_TOO_LARGE": "never"
        }
      },
      "FieldError": {
        "type": "object",
        "x-decision": "field-errors",
        "description": "One invalid field.",
        "required": [
          "field",
          "message"
        ],
        "properties": {
          "field": {
            "type": "string",
            "description": "The field's name. Nested names are joined by dots.",
            "examples": [
              "interactive.buttons.0.title"
            ]
          },
          "message": {
            "type": "string",
            "description": "What is wrong with it."
          }
        }
      },
      "ProviderError": {
        "type": "object",
        "description": "With PROVIDER_REJECTED, the provider's raw code and message (§7).",
        "required": [
          "code",
          "message"
        ],
        "properties": {
          "code": {
            "type": [
              "integer",
              "string"
            ],
            "description": "The provider's error code."
          },
          "message": {
            "type": "string",
            "description": "The provider's error message."
          }
        }
      },
      "Error": {
        "type": "object",
        "description": "What went wrong, why, and how to fix it (§2.1).",
        "required": [
          "code",
          "http",
          "message",
          "reason",
          "fix",
          "docs",
          "request_id"
        ],
        "properties": {
          "code": {
            "$ref": "#/components/schemas/ErrorCode"
          },
          "http": {
            "type": "integer",
            "description": "The HTTP status of the response.",
            "minimum": 400,
            "maximum": 599
          },
          "message": {
            "type": "string",
            "description": "What happened, with the values of this request."
          },
          "reason": {
            "type": "string",
            "description": "Why the request was refused."
          },
          "fix": {
            "type": "string",
            "description": "How to fix it."
          },
          "param": {
            "type": "string",
            "description": "The name of the invalid parameter."
          },
          "docs": {
            "type": "string",
            "format": "uri",
            "description": "The URL of the page about this code."
          },
          "request_id": {
            "$ref": "#/components/schemas/RequestId"
          },
          "errors": {
            "type": "array",
            "description": "With VALIDATION_FAILED, one entry for each invalid field (§7).",
            "items": {
              "$ref": "#/components/schemas/FieldError"
            }
          },
          "provider_error": {
            "$ref": "#/components/schemas/ProviderError"
          },
          "available_languages": {
            "type": "array",
            "x-decision": "ambiguous-language",
            "description": "The languages of the template, if the request had none and the name exists in several, or if the template does not exist in the requested one (§2.4).",
            "items": {
              "type": "string"
            }
          },
          "allowed_methods": {
            "type": "array",
            "x-decision": "allowed-methods",
            "description": "With METHOD_NOT_ALLOWED, the methods that the path allows (§7), the same as in the header Allow.",
            "items": {
              "type": "string"
            }
          }
        }
      },
      "ErrorEnvelope": {
        "type": "object",
        "description": "The envelope of an error (§2.1).",
        "required": [
          "success",
          "error"
        ],
        "properties": {
          "success": {
            "type": "boolean",
            "const": false,
            "description": "Always false."
          },
          "error": {
            "$ref": "#/components/schemas/Error"
          }
        },
        "examples": [
          {
            "success": false,
            "error": {
              "code": "MESSAGE_NOT_FOUND",
              "http": 404,
              "message": "There is no message msg_17000000000000000001 in this account.",
              "reason": "The account has no message with this ID, or the message was sent more than 90 days ago.",
              "fix": "Check the ID. The response to the send contains it as `id`.",
              "docs": "http://127.0.0.1:3000/developers/errors/MESSAGE_NOT_FOUND",
              "request_id": "req_01jd3v5q8yw2"
            }
          }
        ]
      },
      "ConnectionId": {
        "type": "string",
        "description": "The connection: `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`, as listed by GET /channels. If omitted, the default connection of the channel\nis used (§1). If only the window of another connection is open, a free-form message uses that one. A file by ID uses the one that\nuploaded it.\n",
        "minLength": 1,
        "examples": [
          "wa_1"
        ]
      },
      "Timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "ISO 8601 with a UTC offset (§1).",
        "examples": [
          "2026-05-04T12:00:00.000000+00:00"
        ]
      },
      "ProviderReport": {
        "type": "object",
        "x-decision": "provider-reports",
        "description": "Something that the provider reported about a connection.",
        "required": [
          "kind",
          "event",
          "detail",
          "at"
        ],
        "properties": {
          "kind": {
            "type": "string",
            "description": "The field of Meta's callback, such as `account_update`, `phone_number_quality_update` or `account_alerts`."
          },
          "event": {
            "type": [
              "string",
              "null"
            ],
            "description": "What happened, such as `DISABLED_UPDATE`, `FLAGGED` or an error code."
          },
          "detail": {
            "type": [
              "string",
              "null"
            ],
            "description": "The rest of the report."
          },
          "at": {
            "$ref": "#/components/schemas/Timestamp"
          }
        },
        "examples": [
          {
            "kind": "phone_number_quality_update",
            "event": "FLAGGED",
            "detail": "current_limit TIER_1K, old_limit TIER_10K",
            "at": "2026-05-04T12:00:00.000000+00:00"
          }
        ]
      },
      "ChannelRecord": {
        "type": "object",
        "x-decision": "channel-record",
        "description": "The capabilities and connections of one channel (§1).",
        "required": [
          "channel",
          "capabilities",
          "window_hours",
          "connections"
        ],
        "properties": {
          "channel": {
            "$ref": "#/components/schemas/Channel"
          },
          "capabilities": {
            "type": "object",
            "description": "The features that the channel has (§1).",
            "required": [
              "text",
              "media",
              "location",
              "interactive",
              "template"
            ],
            "properties": {
              "text": {
                "type": "boolean",
                "description": "Text messages."
              },
              "media": {
                "type": "boolean",
                "description": "Images, videos, audio and documents."
              },
              "location": {
                "type": "boolean",
                "description": "Locations."
              },
              "interactive": {
                "type": "boolean",
                "description": "Buttons and lists."
              },
              "template": {
                "type": "boolean",
                "description": "Approved templates."
              }
            }
          },
          "window_hours": {
            "type": [
              "integer",
              "null"
            ],
            "description": "How long after the customer's last message free-form messages are allowed; null for no limit."
          },
          "connections": {
            "type": "array",
            "description": "The active connections; the first is the default.",
            "items": {
              "type": "object",
              "required": [
                "id",
                "name",
                "is_default"
              ],
              "properties": {
                "id": {
                  "$ref": "#/components/schemas/ConnectionId"
                },
                "name": {
                  "type": "string",
                  "description": "The name that the operator gave it."
                },
                "is_default": {
                  "type": "boolean",
                  "description": "Whether requests without a connection_id use it."
                },
                "reports": {
                  "type": "array",
                  "description": "What the provider last reported about the number or its business account: one report for each kind, the newest first.",
                  "items": {
                    "$ref": "#/components/schemas/ProviderReport"
                  }
                }
              }
            }
          }
        }
      },
      "ChannelList": {
        "type": "object",
        "description": "Every channel, connected or not (§4.1).",
        "allOf": [
          {
            "x-decision": "channel-record",
            "type": "object",
            "required": [
              "channels"
            ],
            "properties": {
              "channels": {
                "type": "array",
                "description": "One entry per channel.",
                "items": {
                  "$ref": "#/components/schemas/ChannelRecord"
                }
              }
            }
          }
        ],
        "examples": [
          {
            "channels": [
              {
                "channel": "whatsapp",
                "capabilities": {
                  "text": true,
                  "media": true,
                  "location": true,
                  "interactive": true,
                  "template": true
                },
                "window_hours": 24,
                "connections": [
                  {
                    "id": "wa_1",
                    "name": "Demo line",
                    "is_default": true
                  }
                ]
              }
            ]
          }
        ]
      },
      "Recipient": {
        "type": "string",
        "description": "On whatsapp, the international number in digits; other formats are also accepted (§2.8). For a person with a\nusername, it is the business-scoped user ID, such as `US.13491208655302741918`. On instagram and messenger, the\n`from.id` of a webhook event. On web, the visitor ID that starts with `web_` (§1). The `from.id` of any event is\naccepted unchanged.\n",
        "allOf": [
          {
            "minLength": 1,
            "x-code": "RECIPIENT_INVALID"
          },
          {
            "maxLength": 135,
            "x-code": "RECIPIENT_INVALID",
            "x-decision": "recipient-length"
          }
        ],
        "examples": [
          "905551112233"
        ]
      },
      "ReplyTo": {
        "description": "The `external_id` of the message to quote (§2.3); null quotes none.",
        "type": [
          "string",
          "null"
        ],
        "minLength": 1,
        "examples": [
          "wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3"
        ]
      },
      "TextMessage": {
        "type": "object",
        "description": "A text (§2.3). Text over the limit of instagram or messenger is split (§8).",
        "required": [
          "to",
          "text"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "text",
            "default": "text",
            "description": "May be omitted."
          },
          "channel": {
            "$ref": "#/components/schemas/Channel",
            "default": "whatsapp"
          },
          "connection_id": {
            "$ref": "#/components/schemas/ConnectionId"
          },
          "to": {
            "$ref": "#/components/schemas/Recipient"
          },
          "text": {
            "type": "string",
            "description": "At most 4,096 characters on whatsapp; on instagram (1,000) and messenger (2,000), longer text is split (§8).",
            "minLength": 1,
            "allOf": [
              {
                "pattern": "\\S",
                "x-decision": "blank-text",
                "x-message": "must not be only white space"
              }
            ]
          },
          "reply_to": {
            "$ref": "#/components/schemas/ReplyTo"
          }
        },
        "if": {
          "properties": {
            "channel": {
              "const": "whatsapp"
            }
          }
        },
        "then": {
          "properties": {
            "text": {
              "maxLength": 4096
            }
          }
        },
        "allOf": [
          {
            "if": {
              "required": [
                "channel"
              ],
              "properties": {
                "channel": {
                  "const": "web"
                }
              }
            },
            "then": {
              "properties": {
                "text": {
                  "maxLength": 4096
                }
              }
            },
            "x-decision": "web-text-length"
          }
        ],
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields",
          "x-message": "is not a field of a text, the default type; set type to one that has this field"
        },
        "examples": [
          {
            "to": "905551112233",
            "text": "Your order is on its way."
          },
          {
            "channel": "messenger",
            "to": "6042731925",
            "text": "Hello!",
            "reply_to": "m_AG5Hz2U"
          }
        ]
      },
      "FileUrl": {
        "type": "string",
        "description": "A public https URL, reachable without authentication.",
        "allOf": [
          {
            "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://",
            "x-code": "MEDIA_URL_INVALID",
            "x-message": "it must start with https://"
          },
          {
            "maxLength": 2048,
            "x-code": "MEDIA_URL_INVALID",
            "x-decision": "url-length"
          }
        ]
      },
      "MediaReference": {
        "type": "object",
        "description": "`{id}` from POST /media, or `{url}`, a public https URL. instagram, messenger and web accept only `url` (§2.3).",
        "properties": {
          "id": {
            "type": "string",
            "description": "The ID from POST /media.",
            "allOf": [
              {
                "minLength": 1,
                "x-code": "MEDIA_REQUIRED"
              }
            ]
          },
          "url": {
            "$ref": "#/components/schemas/FileUrl"
          }
        },
        "allOf": [
          {
            "anyOf": [
              {
                "required": [
                  "id"
                ]
              },
              {
                "required": [
                  "url"
                ]
              }
            ],
            "x-code": "MEDIA_REQUIRED",
            "x-message": "must have id or url"
          },
          {
            "maxProperties": 1,
            "x-decision": "media-id-or-url",
            "x-message": "must have id or url, not both"
          }
        ],
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "url": "https://shop.example/shoe.jpg"
          }
        ]
      },
      "MediaMessage": {
        "type": "object",
        "description": "An image, video, audio file or document (§2.3).",
        "required": [
          "type",
          "to"
        ],
        "allOf": [
          {
            "type": "object",
            "required": [
              "media"
            ],
            "x-code": "MEDIA_REQUIRED",
            "properties": {
              "media": {
                "$ref": "#/components/schemas/MediaReference"
              }
            }
          }
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "image",
              "video",
              "audio",
              "document"
            ],
            "description": "The kind of file."
          },
          "channel": {
            "$ref": "#/components/schemas/Channel",
            "default": "whatsapp"
          },
          "connection_id": {
            "$ref": "#/components/schemas/ConnectionId"
          },
          "to": {
            "$ref": "#/components/schemas/Recipient"
          },
          "caption": {
            "type": "string",
            "description": "The caption of the file.",
            "allOf": [
              {
                "maxLength": 1024,
                "x-decision": "provider-limits"
              }
            ]
          },
          "filename": {
            "type": "string",
            "description": "The filename shown for a document.",
            "allOf": [
              {
                "minLength": 1,
                "maxLength": 240,
                "x-decision": "provider-limits"
              }
            ]
          },
          "reply_to": {
            "$ref": "#/components/schemas/ReplyTo"
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "type": "image",
            "to": "905551112233",
            "media": {
              "url": "https://shop.example/shoe.jpg"
            },
            "caption": "Size 42"
          },
          {
            "type": "document",
            "to": "905551112233",
            "media": {
              "id": "med_17000000000000000001"
            },
            "filename": "invoice.pdf"
          }
        ]
      },
      "LocationMessage": {
        "type": "object",
        "description": "A location; whatsapp only (§1, §2.3).",
        "required": [
          "type",
          "to",
          "latitude",
          "longitude"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "location",
            "description": "Always `location`."
          },
          "channel": {
            "allOf": [
              {
                "$ref": "#/components/schemas/Channel"
              },
              {
                "enum": [
                  "whatsapp"
                ],
                "x-code": "CHANNEL_FEATURE_UNSUPPORTED",
                "x-feature": "location"
              }
            ],
            "default": "whatsapp",
            "description": "Only whatsapp supports this."
          },
          "connection_id": {
            "$ref": "#/components/schemas/ConnectionId"
          },
          "to": {
            "$ref": "#/components/schemas/Recipient"
          },
          "latitude": {
            "type": "number",
            "minimum": -90,
            "maximum": 90,
            "description": "Latitude, in degrees north."
          },
          "longitude": {
            "type": "number",
            "minimum": -180,
            "maximum": 180,
            "description": "Longitude, in degrees east."
          },
          "name": {
            "type": "string",
            "description": "The name of the place."
          },
          "address": {
            "type": "string",
            "description": "The address of the place."
          },
          "reply_to": {
            "$ref": "#/components/schemas/ReplyTo"
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "type": "location",
            "to": "905551112233",
            "latitude": 41.0082,
            "longitude": 28.9784,
            "name": "Our shop"
          }
        ]
      },
      "InteractiveButtons": {
        "type": "object",
        "description": "Up to three buttons (§8).",
        "required": [
          "kind",
          "text",
          "buttons"
        ],
        "properties": {
          "kind": {
            "type": "string",
            "const": "button",
            "description": "Always `button`."
          },
          "text": {
            "type": "string",
            "minLength": 1,
            "description": "The text above the buttons.",
            "allOf": [
              {
                "maxLength": 1024,
                "x-decision": "provider-limits"
              }
            ]
          },
          "buttons": {
            "type": "array",
            "description": "The buttons.",
            "minItems": 1,
            "maxItems": 3,
            "items": {
              "type": "object",
              "required": [
                "id",
                "title"
              ],
              "properties": {
                "id": {
                  "type": "string",
                  "minLength": 1,
                  "description": "Returned as `button.payload`.",
                  "allOf": [
                    {
                      "maxLength": 256,
                      "x-decision": "provider-limits"
                    }
                  ]
                },
                "title": {
                  "type": "string",
                  "minLength": 1,
                  "description": "The button's label.",
                  "allOf": [
                    {
                      "maxLength": 20,
                      "x-decision": "provider-limits"
                    }
                  ]
                }
              },
              "unevaluatedProperties": {
                "not": {},
                "x-decision": "unknown-request-fields"
              }
            }
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "kind": "button",
            "text": "Shall we deliver tomorrow?",
            "buttons": [
              {
                "id": "yes",
                "title": "Yes"
              }
            ]
          }
        ]
      },
      "InteractiveList": {
        "type": "object",
        "description": "A list of up to ten rows across all sections (§8).",
        "required": [
          "kind",
          "text",
          "button",
          "sections"
        ],
        "properties": {
          "kind": {
            "type": "string",
            "const": "list",
            "description": "Always `list`."
          },
          "text": {
            "type": "string",
            "minLength": 1,
            "description": "The text above the list.",
            "allOf": [
              {
                "maxLength": 4096,
                "x-decision": "provider-limits"
              }
            ]
          },
          "button": {
            "type": "string",
            "minLength": 1,
            "description": "The label that opens the list.",
            "allOf": [
              {
                "maxLength": 20,
                "x-decision": "provider-limits"
              }
            ]
          },
          "sections": {
            "type": "array",
            "description": "The groups of rows.",
            "minItems": 1,
            "maxItems": 10,
            "items": {
              "type": "object",
              "required": [
                "rows"
              ],
              "properties": {
                "title": {
                  "type": "string",
                  "description": "The heading of the group.",
                  "allOf": [
                    {
                      "maxLength": 24,
                      "x-decision": "provider-limits"
                    }
                  ]
                },
                "rows": {
                  "type": "array",
                  "description": "The rows of the group.",
                  "minItems": 1,
                  "maxItems": 10,
                  "items": {
                    "type": "object",
                    "required": [
                      "id",
                      "title"
                    ],
                    "properties": {
                      "id": {
                        "type": "string",
                        "minLength": 1,
                        "description": "Returned as `button.payload`.",
                        "allOf": [
                          {
                            "maxLength": 200,
                            "x-decision": "provider-limits"
                          }
                        ]
                      },
                      "title": {
                        "type": "string",
                        "minLength": 1,
                        "description": "The row's label.",
                        "allOf": [
                          {
                            "maxLength": 24,
                            "x-decision": "provider-limits"
                          }
                        ]
                      },
                      "description": {
                        "type": "string",
                        "description": "A second line in smaller type.",
                        "allOf": [
                          {
                            "maxLength": 72,
                            "x-decision": "provider-limits"
                          }
                        ]
                      }
                    },
                    "unevaluatedProperties": {
                      "not": {},
                      "x-decision": "unknown-request-fields"
                    }
                  }
                }
              },
              "unevaluatedProperties": {
                "not": {},
                "x-decision": "unknown-request-fields"
              }
            }
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "kind": "list",
            "text": "Which size?",
            "button": "Sizes",
            "sections": [
              {
                "title": "Shoes",
                "rows": [
                  {
                    "id": "s42",
                    "title": "42",
                    "description": "In stock"
                  }
                ]
              }
            ]
          }
        ]
      },
      "Interactive": {
        "description": "Buttons or a list (§2.3).",
        "oneOf": [
          {
            "$ref": "#/components/schemas/InteractiveButtons"
          },
          {
            "$ref": "#/components/schemas/InteractiveList"
          }
        ],
        "discriminator": {
          "propertyName": "kind",
          "mapping": {
            "button": "#/components/schemas/InteractiveButtons",
            "list": "#/components/schemas/InteractiveList"
          }
        }
      },
      "InteractiveMessage": {
        "type": "object",
        "description": "Buttons or a list to choose from (§2.3). The choice arrives in the webhook as `button.payload`.",
        "required": [
          "type",
          "to",
          "interactive"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "interactive",
            "description": "Always `interactive`."
          },
          "channel": {
            "allOf": [
              {
                "$ref": "#/components/schemas/Channel"
              },
              {
                "enum": [
                  "whatsapp",
                  "instagram",
                  "messenger"
                ],
                "x-code": "CHANNEL_FEATURE_UNSUPPORTED",
                "x-feature": "interactive"
              }
            ],
            "default": "whatsapp",
            "description": "Every channel except web supports this."
          },
          "connection_id": {
            "$ref": "#/components/schemas/ConnectionId"
          },
          "to": {
            "$ref": "#/components/schemas/Recipient"
          },
          "interactive": {
            "$ref": "#/components/schemas/Interactive"
          },
          "reply_to": {
            "$ref": "#/components/schemas/ReplyTo"
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "type": "interactive",
            "to": "905551112233",
            "interactive": {
              "kind": "button",
              "text": "Shall we deliver tomorrow?",
              "buttons": [
                {
                  "id": "yes",
                  "title": "Yes"
                },
                {
                  "id": "no",
                  "title": "No"
                }
              ]
            }
          }
        ]
      },
      "SendMessageRequest": {
        "description": "A free-form message (§2.3). `type` selects the kind of message and defaults to `text`.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/TextMessage"
          },
          {
            "$ref": "#/components/schemas/MediaMessage"
          },
          {
            "$ref": "#/components/schemas/LocationMessage"
          },
          {
            "$ref": "#/components/schemas/InteractiveMessage"
          }
        ],
        "discriminator": {
          "propertyName": "type",
          "mapping": {
            "text": "#/components/schemas/TextMessage",
            "image": "#/components/schemas/MediaMessage",
            "video": "#/components/schemas/MediaMessage",
            "audio": "#/components/schemas/MediaMessage",
            "document": "#/components/schemas/MediaMessage",
            "location": "#/components/schemas/LocationMessage",
            "interactive": "#/components/schemas/InteractiveMessage"
          }
        }
      },
      "MessageId": {
        "type": "string",
        "description": "`msg_<digits>` for a sent message, `msg_in_<digits>` for an inbound one (§2.2).",
        "pattern": "^msg_(in_)?[0-9]+$",
        "examples": [
          "msg_17000000000000000001"
        ]
      },
      "SendResult": {
        "type": "object",
        "description": "The send was accepted (§2.2). With a test key `status` is `sent` and `test` is true.",
        "required": [
          "id",
          "status"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/MessageId"
          },
          "status": {
            "type": "string",
            "enum": [
              "queued",
              "sent"
            ],
            "description": "`queued`; with a test key `sent`."
          },
          "test": {
            "type": "boolean",
            "description": "True if the request used a test key."
          }
        },
        "examples": [
          {
            "id": "msg_17000000000000000001",
            "status": "queued"
          }
        ]
      },
      "VariableValue": {
        "type": "string",
        "description": "A value for a template's body, header or button, without line breaks (§2.4).",
        "allOf": [
          {
            "pattern": "^[^\\n\\v\\f\\r\\u0085\\u2028\\u2029]*$",
            "x-message": "may not contain a line break"
          },
          {
            "minLength": 1,
            "x-decision": "variable-values"
          },
          {
            "pattern": "^[^\\t]*$",
            "x-decision": "variable-values",
            "x-message": "may not contain a tab"
          },
          {
            "pattern": "^(?![\\s\\S]* {5})",
            "x-decision": "variable-values",
            "x-message": "may not contain more than 4 consecutive spaces"
          }
        ]
      },
      "TemplateHeaderValue": {
        "type": "object",
        "description": "`{media_id}` or `{url, filename}` for a media header, `{text}` for a text header with a variable (§2.4).",
        "properties": {
          "media_id": {
            "type": "string",
            "minLength": 1,
            "description": "The ID from POST /media."
          },
          "url": {
            "$ref": "#/components/schemas/FileUrl"
          },
          "filename": {
            "type": "string",
            "minLength": 1,
            "description": "The filename shown for a document."
          },
          "text": {
            "$ref": "#/components/schemas/VariableValue",
            "description": "The value of the header's variable."
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "url": "https://shop.example/spring.jpg"
          }
        ]
      },
      "SendTemplateRequest": {
        "type": "object",
        "description": "A template message (§2.4).",
        "required": [
          "to",
          "name"
        ],
        "properties": {
          "channel": {
            "allOf": [
              {
                "$ref": "#/components/schemas/Channel"
              },
              {
                "enum": [
                  "whatsapp"
                ],
                "x-code": "CHANNEL_FEATURE_UNSUPPORTED",
                "x-feature": "template"
              }
            ],
            "default": "whatsapp",
            "description": "Only whatsapp supports this."
          },
          "connection_id": {
            "$ref": "#/components/schemas/ConnectionId"
          },
          "to": {
            "$ref": "#/components/schemas/Recipient"
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "description": "The template's name."
          },
          "language": {
            "type": "string",
            "minLength": 1,
            "description": "Required if the name exists in several languages; without it, the error lists them.",
            "examples": [
              "en_US"
            ]
          },
          "variables": {
            "description": "An array for POSITIONAL templates, an object that maps names to values for NAMED templates. Values may not contain line breaks.",
            "x-message": "must be an array of strings, or an object that maps names to strings",
            "oneOf": [
              {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/VariableValue"
                }
              },
              {
                "type": "object",
                "additionalProperties": {
                  "$ref": "#/components/schemas/VariableValue"
                }
              }
            ],
            "examples": [
              [
                "Ada",
                "4711"
              ]
            ]
          },
          "header": {
            "$ref": "#/components/schemas/TemplateHeaderValue"
          },
          "buttons": {
            "type": "array",
            "description": "The values of dynamic buttons, such as URL buttons and buttons that copy a code (template-buttons).",
            "items": {
              "type": "object",
              "required": [
                "index"
              ],
              "properties": {
                "index": {
                  "type": "integer",
                  "minimum": 0,
                  "description": "The index of the template's button, from 0."
                }
              },
              "allOf": [
                {
                  "type": "object",
                  "required": [
                    "text"
                  ],
                  "x-code": "TEMPLATE_BUTTON_PARAM_MISSING",
                  "properties": {
                    "text": {
                      "description": "The text to append to the button's URL, or the code. FLOW buttons take a token, and CATALOG buttons the ID of a product.",
                      "allOf": [
                        {
                          "minLength": 1,
                          "x-code": "TEMPLATE_BUTTON_PARAM_MISSING"
                        },
                        {
                          "$ref": "#/components/schemas/VariableValue"
                        }
                      ]
                    }
                  }
                }
              ],
              "unevaluatedProperties": {
                "not": {},
                "x-decision": "unknown-request-fields"
              }
            }
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "to": "905551112233",
            "name": "hello_world"
          },
          {
            "to": "905551112233",
            "name": "order_update",
            "variables": [
              "Ada",
              "4711"
            ],
            "buttons": [
              {
                "index": 0,
                "text": "4711"
              }
            ]
          }
        ]
      },
      "MessageStatus": {
        "type": "string",
        "description": "The status of the message, which only moves forward (§3.1).",
        "enum": [
          "queued",
          "sent",
          "delivered",
          "read",
          "failed"
        ]
      },
      "MessageError": {
        "type": "object",
        "description": "Why a message failed (§2.2, §6).",
        "required": [
          "code"
        ],
        "properties": {
          "code": {
            "type": [
              "integer",
              "string"
            ],
            "description": "The provider's error code, or one of our codes if no provider responded."
          },
          "title": {
            "type": [
              "string",
              "null"
            ],
            "description": "A short name."
          },
          "detail": {
            "type": [
              "string",
              "null"
            ],
            "description": "What happened."
          },
          "provider_message": {
            "type": [
              "string",
              "null"
            ],
            "description": "The provider's error message."
          }
        },
        "examples": [
          {
            "code": 131026,
            "title": "Message undeliverable",
            "detail": "The number is not on WhatsApp.",
            "provider_message": "Message undeliverable"
          }
        ]
      },
      "Pricing": {
        "type": "object",
        "description": "What the provider reports about the price of a message. A field that it does not report is null.",
        "required": [
          "billable",
          "category",
          "type",
          "model"
        ],
        "properties": {
          "billable": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether Meta charges for the message."
          },
          "category": {
            "type": [
              "string",
              "null"
            ],
            "description": "The category of the charge, such as `marketing`, `utility`, `authentication` or `service`."
          },
          "type": {
            "type": [
              "string",
              "null"
            ],
            "description": "The kind of charge, such as `regular`, `free_customer_service` or `free_entry_point`."
          },
          "model": {
            "type": [
              "string",
              "null"
            ],
            "description": "The pricing model, such as `PMP` (for each message)."
          }
        },
        "examples": [
          {
            "billable": true,
            "category": "marketing",
            "type": "regular",
            "model": "PMP"
          }
        ]
      },
      "Message": {
        "type": "object",
        "description": "The status of a message (§2.2).",
        "required": [
          "id",
          "status"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/MessageId"
          },
          "status": {
            "$ref": "#/components/schemas/MessageStatus"
          },
          "external_id": {
            "description": "The provider's message ID, once it is known.",
            "type": [
              "string",
              "null"
            ]
          },
          "error": {
            "description": "If the message failed, the provider's code and a description; null otherwise.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/MessageError"
              },
              {
                "type": "null"
              }
            ]
          },
          "test": {
            "type": "boolean",
            "description": "True if the request used a test key."
          },
          "pricing": {
            "x-decision": "pricing",
            "$ref": "#/components/schemas/Pricing"
          }
        },
        "examples": [
          {
            "id": "msg_17000000000000000001",
            "status": "delivered",
            "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3",
            "error": null,
            "test": false
          }
        ]
      },
      "TemplateStatus": {
        "type": "string",
        "description": "Only APPROVED templates can be sent (§2.5, §3.3).",
        "enum": [
          "APPROVED",
          "PENDING",
          "REJECTED"
        ]
      },
      "TemplateCategory": {
        "type": "string",
        "description": "The category of the template (§2.5).",
        "enum": [
          "MARKETING",
          "UTILITY",
          "AUTHENTICATION"
        ]
      },
      "TemplateHeader": {
        "type": "object",
        "description": "The header of a template (§2.5).",
        "required": [
          "format"
        ],
        "properties": {
          "format": {
            "type": "string",
            "description": "TEXT, IMAGE, VIDEO, DOCUMENT or LOCATION."
          },
          "text": {
            "type": [
              "string",
              "null"
            ],
            "x-decision": "template-record",
            "description": "The text of a TEXT header, with its placeholder."
          },
          "variable": {
            "type": [
              "string",
              "null"
            ],
            "x-decision": "template-record",
            "description": "The name of the text's placeholder; null if it has none."
          },
          "sample": {
            "type": [
              "string",
              "null"
            ],
            "x-decision": "template-record",
            "description": "The sample value of the placeholder, or the URL of the sample file; null if the provider gave none."
          }
        },
        "examples": [
          {
            "format": "TEXT",
            "text": "Order {{1}}",
            "variable": "1",
            "sample": "4711"
          },
          {
            "format": "IMAGE",
            "text": null,
            "variable": null,
            "sample": "https://shop.example/spring.jpg"
          }
        ]
      },
      "TemplateButton": {
        "type": "object",
        "x-decision": "template-record",
        "description": "A button of a template (§2.5).",
        "required": [
          "index",
          "type",
          "text",
          "dynamic",
          "is_opt_out"
        ],
        "properties": {
          "index": {
            "type": "integer",
            "minimum": 0,
            "description": "The button's index, from 0: the value for `index` of a send's buttons and `button_index` of a flow."
          },
          "type": {
            "type": "string",
            "description": "QUICK_REPLY, URL, PHONE_NUMBER or another kind that the provider has."
          },
          "text": {
            "type": "string",
            "description": "The button's label."
          },
          "url": {
            "type": [
              "string",
              "null"
            ],
            "description": "The URL of a URL button, with its placeholder."
          },
          "dynamic": {
            "type": "boolean",
            "description": "Whether a send must provide a text for the button, such as the end of its URL or a code (template-buttons)."
          },
          "is_opt_out": {
            "type": "boolean",
            "description": "Whether pressing it opts the customer out of marketing, as with \"Stop promotions\". Such a button cannot start a flow (§4.8)."
          }
        },
        "examples": [
          {
            "index": 0,
            "type": "QUICK_REPLY",
            "text": "Tell me more",
            "url": null,
            "dynamic": false,
            "is_opt_out": false
          }
        ]
      },
      "Template": {
        "type": "object",
        "description": "A template and the values that a send requires (§2.5).",
        "required": [
          "parameter_format",
          "variables"
        ],
        "properties": {
          "parameter_format": {
            "type": "string",
            "enum": [
              "POSITIONAL",
              "NAMED"
            ],
            "description": "Whether `variables` of a send is an array (POSITIONAL) or an object (NAMED)."
          },
          "variables": {
            "type": "object",
            "description": "The names of the body's placeholders.",
            "required": [
              "names"
            ],
            "properties": {
              "names": {
                "type": "array",
                "description": "The names in order; for POSITIONAL templates `1`, `2` and so on.",
                "items": {
                  "type": "string"
                }
              }
            },
            "allOf": [
              {
                "x-decision": "template-record",
                "type": "object",
                "required": [
                  "count",
                  "samples"
                ],
                "properties": {
                  "count": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "The number of placeholders."
                  },
                  "samples": {
                    "type": "array",
                    "description": "A sample value for each name, in the same order; an empty string if the template has none.",
                    "items": {
                      "type": "string"
                    }
                  }
                }
              }
            ]
          }
        },
        "allOf": [
          {
            "x-decision": "template-record",
            "type": "object",
            "required": [
              "id",
              "name",
              "language",
              "category",
              "status",
              "body",
              "header",
              "footer",
              "buttons",
              "rejection_reason",
              "updated_at"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "description": "The value for `template_id` of a flow."
              },
              "name": {
                "type": "string",
                "description": "The value for `name` of a send."
              },
              "language": {
                "type": "string",
                "description": "The language of this version."
              },
              "category": {
                "$ref": "#/components/schemas/TemplateCategory"
              },
              "status": {
                "$ref": "#/components/schemas/TemplateStatus"
              },
              "body": {
                "type": "string",
                "description": "The text, with its placeholders."
              },
              "header": {
                "description": "The header; null if the template has none.",
                "oneOf": [
                  {
                    "$ref": "#/components/schemas/TemplateHeader"
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "footer": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The footer, a small line below the text."
              },
              "buttons": {
                "type": "array",
                "description": "The buttons in order; empty if there are none.",
                "items": {
                  "$ref": "#/components/schemas/TemplateButton"
                }
              },
              "rejection_reason": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Why the template was rejected; null otherwise."
              },
              "quality": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Meta's rating of the template: GREEN, YELLOW, RED or UNKNOWN; null if Meta has not given one. More values may be added."
              },
              "updated_at": {
                "$ref": "#/components/schemas/Timestamp"
              }
            }
          }
        ],
        "examples": [
          {
            "id": 12,
            "name": "order_update",
            "language": "en_US",
            "category": "UTILITY",
            "status": "APPROVED",
            "parameter_format": "POSITIONAL",
            "body": "Hi {{1}}, order {{2}} is on its way.",
            "variables": {
              "count": 2,
              "names": [
                "1",
                "2"
              ],
              "samples": [
                "Ada",
                "4711"
              ]
            },
            "header": null,
            "footer": null,
            "buttons": [
              {
                "index": 0,
                "type": "URL",
                "text": "Track",
                "url": "https://shop.example/track/{{1}}",
                "dynamic": true,
                "is_opt_out": false
              }
            ],
            "rejection_reason": null,
            "quality": "GREEN",
            "updated_at": "2026-05-04T12:00:00.000000+00:00"
          }
        ]
      },
      "TemplatePagination": {
        "type": "object",
        "x-decision": "template-pages",
        "description": "The same as Pagination, except that without `limit` all templates are on one page, which may have more than 100.",
        "required": [
          "limit",
          "count",
          "has_more",
          "next_cursor"
        ],
        "properties": {
          "limit": {
            "type": "integer",
            "minimum": 1,
            "description": "The requested page size. If none was requested, 100 or the count, whichever is larger."
          },
          "count": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of records on this page."
          },
          "has_more": {
            "type": "boolean",
            "description": "Whether another page follows."
          },
          "next_cursor": {
            "type": [
              "string",
              "null"
            ],
            "description": "The `cursor` of the next page; null on the last page."
          }
        },
        "examples": [
          {
            "limit": 100,
            "count": 7,
            "has_more": false,
            "next_cursor": null
          }
        ]
      },
      "TemplateList": {
        "type": "object",
        "description": "The templates of the account (§4.3).",
        "allOf": [
          {
            "x-decision": "list-names",
            "type": "object",
            "required": [
              "templates"
            ],
            "properties": {
              "templates": {
                "type": "array",
                "description": "The templates, most recently changed first.",
                "items": {
                  "$ref": "#/components/schemas/Template"
                }
              }
            }
          },
          {
            "x-decision": "template-pages",
            "type": "object",
            "required": [
              "pagination"
            ],
            "properties": {
              "pagination": {
                "$ref": "#/components/schemas/TemplatePagination"
              }
            }
          }
        ],
        "examples": [
          {
            "templates": [],
            "pagination": {
              "limit": 100,
              "count": 0,
              "has_more": false,
              "next_cursor": null
            }
          }
        ]
      },
      "UploadMediaRequest": {
        "type": "object",
        "description": "A file to send later (§2.6).",
        "required": [
          "file"
        ],
        "properties": {
          "file": {
            "type": "string",
            "format": "binary",
            "description": "The file. At most 5 MB for an image (jpeg, png), 16 MB for audio (aac, mp3, ogg, amr) or video (mp4, 3gp), and 100 MB for a document\n(pdf, doc, xls, ppt, txt) (§8). A larger file is refused with MEDIA_TOO_LARGE,\nanother type with MEDIA_TYPE_UNSUPPORTED. The type is detected from the bytes. The declared type matters only if\nthe bytes do not determine it.\n"
          },
          "channel": {
            "description": "The channel that will send the file.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Channel"
              },
              {
                "enum": [
                  "whatsapp"
                ],
                "x-code": "CHANNEL_FEATURE_UNSUPPORTED",
                "x-feature": "media by ID",
                "x-decision": "media-channels",
                "x-message": "must be whatsapp; the other channels accept media only by URL"
              }
            ],
            "default": "whatsapp"
          },
          "connection_id": {
            "$ref": "#/components/schemas/ConnectionId"
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "file": "<the bytes of invoice.pdf>",
            "channel": "whatsapp"
          }
        ]
      },
      "MediaUpload": {
        "type": "object",
        "description": "The stored file (§2.6).",
        "required": [
          "id"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "description": "The value for `media.id` of a send; valid for 30 days."
          }
        },
        "allOf": [
          {
            "x-decision": "media-record",
            "type": "object",
            "required": [
              "kind",
              "mime_type",
              "size",
              "filename",
              "expires_at"
            ],
            "properties": {
              "kind": {
                "type": "string",
                "enum": [
                  "image",
                  "video",
                  "audio",
                  "document"
                ],
                "description": "The `type` that the send requires."
              },
              "mime_type": {
                "type": "string",
                "description": "The detected MIME type."
              },
              "size": {
                "type": "integer",
                "minimum": 0,
                "description": "The file's size, in bytes."
              },
              "filename": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The file's name, if the upload included one."
              },
              "expires_at": {
                "$ref": "#/components/schemas/Timestamp"
              }
            }
          }
        ],
        "examples": [
          {
            "id": "med_17000000000000000001",
            "kind": "document",
            "mime_type": "application/pdf",
            "size": 48213,
            "filename": "invoice.pdf",
            "expires_at": "2026-06-03T12:00:00.000000+00:00"
          }
        ]
      },
      "Contact": {
        "type": "object",
        "description": "A person, with opt-out and block status (§2.9, §4.5).",
        "required": [
          "phone"
        ],
        "properties": {
          "phone": {
            "type": "string",
            "description": "Country code plus digits, or the channel's own ID. On whatsapp, a user ID if the number is unknown."
          }
        },
        "allOf": [
          {
            "x-decision": "user-ids",
            "type": "object",
            "required": [
              "user_ids"
            ],
            "properties": {
              "user_ids": {
                "type": "array",
                "description": "The person's business-scoped user IDs on whatsapp, one for each WhatsApp business account.",
                "items": {
                  "type": "string"
                }
              }
            }
          },
          {
            "x-decision": "contact-record",
            "type": "object",
            "required": [
              "id",
              "name",
              "email",
              "display_name",
              "username",
              "opted_out",
              "blocked",
              "created_at",
              "updated_at"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "description": "Our ID for the contact."
              },
              "name": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The person's name; null when unknown."
              },
              "email": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The email address; null if unknown."
              },
              "display_name": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The person's name on the channel; null if unknown."
              },
              "username": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The person's handle on the channel; null when unknown."
              },
              "opted_out": {
                "type": "boolean",
                "description": "Whether the person is on the opt-out list and receives no marketing."
              },
              "blocked": {
                "type": "boolean",
                "description": "Whether the person is on the block list and receives nothing."
              },
              "created_at": {
                "$ref": "#/components/schemas/Timestamp",
                "description": "When the contact was created."
              },
              "updated_at": {
                "$ref": "#/components/schemas/Timestamp",
                "description": "When the contact last changed."
              }
            }
          }
        ],
        "examples": [
          {
            "id": 31,
            "phone": "905551112233",
            "name": "Ada Lovelace",
            "email": "ada@example.com",
            "display_name": "Ada",
            "username": null,
            "user_ids": [
              "TR.13491208655302741918"
            ],
            "opted_out": false,
            "blocked": false,
            "created_at": "2026-05-04T12:00:00.000000+00:00",
            "updated_at": "2026-05-04T12:00:00.000000+00:00"
          }
        ]
      },
      "Pagination": {
        "type": "object",
        "description": "The position in a list: pass `next_cursor` as `cursor` until `has_more` is false (§2.1).",
        "required": [
          "limit",
          "count",
          "has_more",
          "next_cursor"
        ],
        "properties": {
          "limit": {
            "type": "integer",
            "description": "The requested page size.",
            "minimum": 1,
            "maximum": 100
          },
          "count": {
            "type": "integer",
            "description": "The number of records on this page.",
            "minimum": 0
          },
          "has_more": {
            "type": "boolean",
            "description": "Whether another page follows."
          },
          "next_cursor": {
            "type": [
              "string",
              "null"
            ],
            "description": "The `cursor` of the next page; null on the last page."
          }
        },
        "examples": [
          {
            "limit": 25,
            "count": 25,
            "has_more": true,
            "next_cursor": "eyJhIjoxfQ"
          }
        ]
      },
      "ContactList": {
        "type": "object",
        "description": "A page of contacts (§4.5).",
        "required": [
          "pagination"
        ],
        "properties": {
          "pagination": {
            "$ref": "#/components/schemas/Pagination"
          }
        },
        "allOf": [
          {
            "x-decision": "list-names",
            "type": "object",
            "required": [
              "contacts"
            ],
            "properties": {
              "contacts": {
                "type": "array",
                "description": "The contacts.",
                "items": {
                  "$ref": "#/components/schemas/Contact"
                }
              }
            }
          }
        ],
        "examples": [
          {
            "contacts": [],
            "pagination": {
              "limit": 25,
              "count": 0,
              "has_more": false,
              "next_cursor": null
            }
          }
        ]
      },
      "Phone": {
        "type": "string",
        "description": "A phone number in any format: local with a leading 0, with + and country code, or country code plus digits\n(§2.8). For people on instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of\nwhatsapp is also accepted.\n",
        "allOf": [
          {
            "minLength": 1
          },
          {
            "maxLength": 135,
            "x-decision": "recipient-length"
          }
        ],
        "examples": [
          "905551112233"
        ]
      },
      "ContactText": {
        "description": "A text field of a contact. An empty string or null clears it.",
        "type": [
          "string",
          "null"
        ],
        "allOf": [
          {
            "maxLength": 255,
            "x-decision": "contact-text"
          }
        ],
        "examples": [
          "Ada Lovelace"
        ]
      },
      "UpsertContactRequest": {
        "type": "object",
        "description": "A contact to create, or to change if the phone is already known (§2.9).",
        "required": [
          "phone"
        ],
        "properties": {
          "phone": {
            "$ref": "#/components/schemas/Phone"
          },
          "name": {
            "$ref": "#/components/schemas/ContactText",
            "description": "The person's name. It replaces the name placeholders of flows."
          },
          "email": {
            "$ref": "#/components/schemas/ContactText",
            "description": "The email address."
          },
          "display_name": {
            "$ref": "#/components/schemas/ContactText",
            "description": "The person's name on the channel."
          },
          "username": {
            "$ref": "#/components/schemas/ContactText",
            "description": "The person's handle on the channel."
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "phone": "905551112233",
            "name": "Ada Lovelace",
            "email": "ada@example.com"
          }
        ]
      },
      "UpdateContactRequest": {
        "type": "object",
        "description": "The fields of a contact to change (§2.9). Omitted fields keep their values.",
        "properties": {
          "phone": {
            "$ref": "#/components/schemas/Phone",
            "description": "A new phone; it must not belong to another contact."
          },
          "name": {
            "$ref": "#/components/schemas/ContactText",
            "description": "The person's name."
          },
          "email": {
            "$ref": "#/components/schemas/ContactText",
            "description": "The email address."
          },
          "display_name": {
            "$ref": "#/components/schemas/ContactText",
            "description": "The person's name on the channel."
          },
          "username": {
            "$ref": "#/components/schemas/ContactText",
            "description": "The person's handle on the channel."
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "name": "Ada King",
            "email": ""
          }
        ]
      },
      "Window": {
        "type": "object",
        "description": "What can be sent to the person now (§2.7).",
        "required": [
          "window_open",
          "last_inbound_at",
          "closes_at",
          "can_send"
        ],
        "properties": {
          "window_open": {
            "type": "boolean",
            "description": "Whether the customer-service window is open; always true on web."
          },
          "last_inbound_at": {
            "description": "When the customer last wrote; null if never.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/Timestamp"
              },
              {
                "type": "null"
              }
            ]
          },
          "closes_at": {
            "description": "When the window closes or closed; null if it never opened or has no limit.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/Timestamp"
              },
              {
                "type": "null"
              }
            ]
          },
          "can_send": {
            "type": "object",
            "description": "What the channel accepts now.",
            "required": [
              "session_message",
              "template"
            ],
            "properties": {
              "session_message": {
                "type": "boolean",
                "description": "Free-form messages."
              },
              "template": {
                "type": "boolean",
                "description": "Approved templates."
              }
            }
          }
        },
        "examples": [
          {
            "window_open": true,
            "last_inbound_at": "2026-05-04T12:00:00.000000+00:00",
            "closes_at": "2026-05-05T12:00:00.000000+00:00",
            "can_send": {
              "session_message": true,
              "template": true
            }
          },
          {
            "window_open": false,
            "last_inbound_at": null,
            "closes_at": null,
            "can_send": {
              "session_message": false,
              "template": true
            }
          }
        ]
      },
      "OptOut": {
        "type": "object",
        "description": "A person who receives no campaign or flow messages (§2.10).",
        "allOf": [
          {
            "x-decision": "opt-out-record",
            "type": "object",
            "required": [
              "phone",
              "source",
              "created_at"
            ],
            "properties": {
              "phone": {
                "type": "string",
                "description": "Country code plus digits, or the channel's own ID."
              },
              "source": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Where the opt-out came from."
              },
              "created_at": {
                "$ref": "#/components/schemas/Timestamp",
                "description": "When the person was added to the list."
              }
            }
          }
        ],
        "examples": [
          {
            "phone": "905551112233",
            "source": "call centre",
            "created_at": "2026-05-04T12:00:00.000000+00:00"
          }
        ]
      },
      "OptOutList": {
        "type": "object",
        "description": "A page of the opt-out list (§4.6).",
        "required": [
          "pagination"
        ],
        "properties": {
          "pagination": {
            "$ref": "#/components/schemas/Pagination"
          }
        },
        "allOf": [
          {
            "x-decision": "list-names",
            "type": "object",
            "required": [
              "opt_outs"
            ],
            "properties": {
              "opt_outs": {
                "type": "array",
                "description": "The people on the list.",
                "items": {
                  "$ref": "#/components/schemas/OptOut"
                }
              }
            }
          }
        ],
        "examples": [
          {
            "opt_outs": [
              {
                "phone": "905551112233",
                "source": "call centre",
                "created_at": "2026-05-04T12:00:00.000000+00:00"
              }
            ],
            "pagination": {
              "limit": 25,
              "count": 1,
              "has_more": false,
              "next_cursor": null
            }
          }
        ]
      },
      "AddOptOutRequest": {
        "type": "object",
        "description": "A person to opt out of marketing (§2.10).",
        "required": [
          "phone"
        ],
        "properties": {
          "phone": {
            "$ref": "#/components/schemas/Phone"
          },
          "source": {
            "description": "Where the opt-out came from.",
            "type": [
              "string",
              "null"
            ],
            "allOf": [
              {
                "maxLength": 255,
                "x-decision": "contact-text"
              }
            ]
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "phone": "905551112233",
            "source": "call centre"
          }
        ]
      },
      "Removal": {
        "type": "object",
        "description": "The person is no longer on the list (§4.6).",
        "allOf": [
          {
            "x-decision": "list-removal",
            "type": "object",
            "required": [
              "phone",
              "removed"
            ],
            "properties": {
              "phone": {
                "type": "string",
                "description": "The person."
              },
              "removed": {
                "type": "boolean",
                "description": "True if the person was on the list; false if there was nothing to remove."
              }
            }
          }
        ],
        "examples": [
          {
            "phone": "905551112233",
            "removed": true
          }
        ]
      },
      "BlockedNumber": {
        "type": "object",
        "description": "A person who receives nothing (§2.10).",
        "allOf": [
          {
            "x-decision": "blocked-number-record",
            "type": "object",
            "required": [
              "phone",
              "reason",
              "created_at"
            ],
            "properties": {
              "phone": {
                "type": "string",
                "description": "Country code plus digits, or the channel's own ID."
              },
              "reason": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The reason for the block."
              },
              "created_at": {
                "$ref": "#/components/schemas/Timestamp",
                "description": "When the person was added to the list."
              }
            }
          }
        ],
        "examples": [
          {
            "phone": "905551112233",
            "reason": "insults",
            "created_at": "2026-05-04T12:00:00.000000+00:00"
          }
        ]
      },
      "BlockedNumberList": {
        "type": "object",
        "description": "A page of the block list (§4.6).",
        "required": [
          "pagination"
        ],
        "properties": {
          "pagination": {
            "$ref": "#/components/schemas/Pagination"
          }
        },
        "allOf": [
          {
            "x-decision": "list-names",
            "type": "object",
            "required": [
              "blocked_numbers"
            ],
            "properties": {
              "blocked_numbers": {
                "type": "array",
                "description": "The people on the list.",
                "items": {
                  "$ref": "#/components/schemas/BlockedNumber"
                }
              }
            }
          }
        ],
        "examples": [
          {
            "blocked_numbers": [
              {
                "phone": "905551112233",
                "reason": "insults",
                "created_at": "2026-05-04T12:00:00.000000+00:00"
              }
            ],
            "pagination": {
              "limit": 25,
              "count": 1,
              "has_more": false,
              "next_cursor": null
            }
          }
        ]
      },
      "BlockNumberRequest": {
        "type": "object",
        "description": "A person to block from all messages (§2.10).",
        "required": [
          "phone"
        ],
        "properties": {
          "phone": {
            "$ref": "#/components/schemas/Phone"
          },
          "reason": {
            "description": "The reason for the block.",
            "type": [
              "string",
              "null"
            ],
            "allOf": [
              {
                "maxLength": 255,
                "x-decision": "contact-text"
              }
            ]
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "phone": "905551112233",
            "reason": "insults"
          }
        ]
      },
      "ConversationStatus": {
        "type": "string",
        "description": "Open, closed, or controlled by a flow (`bot`) (§3.2).",
        "enum": [
          "open",
          "closed",
          "bot"
        ]
      },
      "ConversationAgent": {
        "type": "object",
        "description": "The agent that a conversation is assigned to (§2.8).",
        "required": [
          "id",
          "name"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The value for `agent_id`."
          },
          "name": {
            "type": "string",
            "description": "The agent's name."
          }
        },
        "examples": [
          {
            "id": 3,
            "name": "Grace"
          }
        ]
      },
      "ContactCard": {
        "type": "object",
        "description": "A contact card that a customer sent. A field that the card does not have is null or empty.",
        "required": [
          "name",
          "phones",
          "emails",
          "organization"
        ],
        "properties": {
          "name": {
            "type": [
              "string",
              "null"
            ],
            "description": "The name."
          },
          "phones": {
            "type": "array",
            "description": "The phone numbers.",
            "items": {
              "type": "object",
              "required": [
                "phone",
                "type",
                "wa_id"
              ],
              "properties": {
                "phone": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "description": "The number as it is on the card."
                },
                "type": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "description": "The kind of number, such as CELL, HOME or WORK."
                },
                "wa_id": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "description": "The number on WhatsApp, for `to` of a send; null if Meta shows none."
                }
              }
            }
          },
          "emails": {
            "type": "array",
            "description": "The email addresses.",
            "items": {
              "type": "object",
              "required": [
                "email",
                "type"
              ],
              "properties": {
                "email": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "description": "The address."
                },
                "type": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "description": "The kind of address, such as HOME or WORK."
                }
              }
            }
          },
          "organization": {
            "type": [
              "string",
              "null"
            ],
            "description": "The company."
          }
        },
        "examples": [
          {
            "name": "Grace Hopper",
            "phones": [
              {
                "phone": "+1 555 010 0200",
                "type": "WORK",
                "wa_id": "15550100200"
              }
            ],
            "emails": [
              {
                "email": "grace@example.com",
                "type": "WORK"
              }
            ],
            "organization": "Navy"
          }
        ]
      },
      "Order": {
        "type": "object",
        "description": "A cart that a customer sent, for `type: order`.",
        "required": [
          "catalog_id",
          "text",
          "items"
        ],
        "properties": {
          "catalog_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The catalog of the products."
          },
          "text": {
            "type": [
              "string",
              "null"
            ],
            "description": "The customer's note."
          },
          "items": {
            "type": "array",
            "description": "The products.",
            "items": {
              "type": "object",
              "required": [
                "product_id",
                "quantity",
                "price",
                "currency"
              ],
              "properties": {
                "product_id": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "description": "The product's ID in the catalog (Meta's `product_retailer_id`)."
                },
                "quantity": {
                  "type": [
                    "number",
                    "null"
                  ],
                  "description": "How many."
                },
                "price": {
                  "type": [
                    "number",
                    "null"
                  ],
                  "description": "The price of one item."
                },
                "currency": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "description": "The currency of the price, as in ISO 4217."
                }
              }
            }
          }
        },
        "examples": [
          {
            "catalog_id": "194836987003835",
            "text": "Please gift-wrap it.",
            "items": [
              {
                "product_id": "SKU-77",
                "quantity": 2,
                "price": 10.5,
                "currency": "EUR"
              }
            ]
          }
        ]
      },
      "FormResponse": {
        "type": "object",
        "description": "The values of an answer, by the names in the WhatsApp Flow.",
        "additionalProperties": true,
        "examples": [
          {
            "flow_token": "order-77",
            "rating": "5"
          }
        ]
      },
      "FormAnswer": {
        "type": "object",
        "description": "The answer to a WhatsApp Flow, for `type: form`.",
        "required": [
          "name",
          "text",
          "response"
        ],
        "properties": {
          "name": {
            "type": [
              "string",
              "null"
            ],
            "description": "The name that Meta gives the answer, such as `flow`."
          },
          "text": {
            "type": [
              "string",
              "null"
            ],
            "description": "The text that the chat shows, such as `Sent`."
          },
          "response": {
            "description": "The values that the customer entered. The text as Meta sent it if it is not a JSON object; null if there is none.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/FormResponse"
              },
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          }
        },
        "examples": [
          {
            "name": "flow",
            "text": "Sent",
            "response": {
              "flow_token": "order-77",
              "rating": "5"
            }
          }
        ]
      },
      "Referral": {
        "type": "object",
        "description": "The ad, post, link, shop or product from which the customer came. A field that Meta does not send is null.",
        "required": [
          "source",
          "source_id",
          "url",
          "headline",
          "body",
          "media_url",
          "click_id",
          "ref",
          "product"
        ],
        "properties": {
          "source": {
            "type": [
              "string",
              "null"
            ],
            "description": "`ad`, `post`, `link`, `shop`, `product`, or another source of Meta in lower case."
          },
          "source_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The ID of the ad or post."
          },
          "url": {
            "type": [
              "string",
              "null"
            ],
            "description": "The address of the ad or post."
          },
          "headline": {
            "type": [
              "string",
              "null"
            ],
            "description": "The headline of the ad."
          },
          "body": {
            "type": [
              "string",
              "null"
            ],
            "description": "The text of the ad."
          },
          "media_url": {
            "type": [
              "string",
              "null"
            ],
            "description": "The picture or video of the ad."
          },
          "click_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The ID of the click (`ctwa_clid`), for Meta's Conversions API."
          },
          "ref": {
            "type": [
              "string",
              "null"
            ],
            "description": "The `ref` of an m.me or ig.me link."
          },
          "product": {
            "description": "The product that the customer asks about; null if there is none.",
            "oneOf": [
              {
                "type": "object",
                "required": [
                  "catalog_id",
                  "product_id"
                ],
                "properties": {
                  "catalog_id": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The catalog of the product."
                  },
                  "product_id": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The product's ID."
                  }
                }
              },
              {
                "type": "null"
              }
            ]
          }
        },
        "examples": [
          {
            "source": "ad",
            "source_id": "120208990000",
            "url": "https://fb.me/3cr4Wqqkv",
            "headline": "Summer sale",
            "body": "20% off",
            "media_url": null,
            "click_id": "ARAkLkA8rmlFeiCktEJQ",
            "ref": null,
            "product": null
          }
        ]
      },
      "Share": {
        "type": "object",
        "description": "Something that the customer shared. `type` is `text` if the message has a text.",
        "required": [
          "kind",
          "url",
          "title"
        ],
        "properties": {
          "kind": {
            "type": "string",
            "description": "`link`, `post`, `reel`, `story_mention` or `story_reply`. More kinds may be added."
          },
          "url": {
            "type": [
              "string",
              "null"
            ],
            "description": "The address, which Meta may expire."
          },
          "title": {
            "type": [
              "string",
              "null"
            ],
            "description": "The title."
          }
        },
        "examples": [
          {
            "kind": "link",
            "url": "https://shop.example/shoes",
            "title": "Shoes"
          }
        ]
      },
      "MessageGroup": {
        "type": "object",
        "description": "The group of a message that was written in a group. Such a message opens no window and is in no conversation.",
        "required": [
          "id"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The group's ID."
          }
        },
        "examples": [
          {
            "id": "120363041234567890"
          }
        ]
      },
      "ContentProblem": {
        "type": "object",
        "description": "Why a message is `unsupported`, or why its file is missing.",
        "required": [
          "code",
          "title"
        ],
        "properties": {
          "code": {
            "type": [
              "integer",
              "string",
              "null"
            ],
            "description": "Meta's error code."
          },
          "title": {
            "type": [
              "string",
              "null"
            ],
            "description": "Meta's description of the problem."
          }
        },
        "examples": [
          {
            "code": 131051,
            "title": "Message type unknown"
          }
        ]
      },
      "MessageContent": {
        "type": "object",
        "description": "The content that is neither a text nor a file nor a choice. A field is absent if the message has no such content.",
        "properties": {
          "contacts": {
            "type": "array",
            "description": "The contact cards, for `type: contacts`.",
            "items": {
              "$ref": "#/components/schemas/ContactCard"
            }
          },
          "order": {
            "$ref": "#/components/schemas/Order"
          },
          "form": {
            "$ref": "#/components/schemas/FormAnswer"
          },
          "referral": {
            "$ref": "#/components/schemas/Referral"
          },
          "share": {
            "$ref": "#/components/schemas/Share"
          },
          "group": {
            "$ref": "#/components/schemas/MessageGroup"
          },
          "problem": {
            "$ref": "#/components/schemas/ContentProblem"
          }
        }
      },
      "Direction": {
        "type": "string",
        "description": "`in` from the customer, `out` to the customer (§2.8).",
        "enum": [
          "in",
          "out"
        ]
      },
      "HistoryMedia": {
        "type": "object",
        "description": "The file of a message in the history.",
        "required": [
          "url",
          "mime_type"
        ],
        "properties": {
          "url": {
            "type": [
              "string",
              "null"
            ],
            "description": "The URL of the file; for a customer's file, a link that is valid for 7 days; null if the file was sent by media ID."
          },
          "mime_type": {
            "type": [
              "string",
              "null"
            ],
            "description": "The MIME type, if known."
          },
          "id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The ID from POST /media, if the file was sent by media ID."
          },
          "filename": {
            "type": [
              "string",
              "null"
            ],
            "description": "The filename shown for a document."
          }
        },
        "examples": [
          {
            "url": "https://shop.example/shoe.jpg",
            "mime_type": "image/jpeg"
          }
        ]
      },
      "HistoryButton": {
        "type": "object",
        "description": "A customer's choice.",
        "required": [
          "payload",
          "title"
        ],
        "properties": {
          "payload": {
            "type": "string",
            "description": "The `id` of the button or row."
          },
          "title": {
            "type": [
              "string",
              "null"
            ],
            "description": "The choice's label."
          }
        },
        "examples": [
          {
            "payload": "yes",
            "title": "Yes"
          }
        ]
      },
      "HistoryLocation": {
        "type": "object",
        "description": "A location.",
        "required": [
          "latitude",
          "longitude"
        ],
        "properties": {
          "latitude": {
            "type": "number",
            "description": "Latitude, in degrees north."
          },
          "longitude": {
            "type": "number",
            "description": "Longitude, in degrees east."
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "description": "The name of the place."
          },
          "address": {
            "type": [
              "string",
              "null"
            ],
            "description": "The address of the place."
          }
        },
        "examples": [
          {
            "latitude": 41.0082,
            "longitude": 28.9784,
            "name": "Our shop"
          }
        ]
      },
      "HistoryMessage": {
        "type": "object",
        "x-decision": "history-record",
        "description": "One message of a conversation, from or to the customer (§4.7).",
        "required": [
          "id",
          "external_id",
          "direction",
          "connection_id",
          "type",
          "text",
          "media",
          "button",
          "location",
          "template",
          "reply_to",
          "status",
          "error",
          "at"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/MessageId"
          },
          "external_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The provider's ID of the message, for `reply_to` of a send that quotes it."
          },
          "direction": {
            "$ref": "#/components/schemas/Direction"
          },
          "connection_id": {
            "$ref": "#/components/schemas/ConnectionId",
            "description": "The connection that sent or received the message."
          },
          "type": {
            "type": "string",
            "description": "The same as `type` of a send or of the message.received event; `template` for a template message. More types may be added."
          },
          "text": {
            "type": [
              "string",
              "null"
            ],
            "description": "The text or caption. For a template message, its body with the values filled in."
          },
          "media": {
            "description": "The file, for media messages; null otherwise.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/HistoryMedia"
              },
              {
                "type": "null"
              }
            ]
          },
          "button": {
            "description": "The customer's choice, for button and list replies; null otherwise.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/HistoryButton"
              },
              {
                "type": "null"
              }
            ]
          },
          "location": {
            "description": "The place, for location messages; null otherwise.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/HistoryLocation"
              },
              {
                "type": "null"
              }
            ]
          },
          "template": {
            "type": [
              "string",
              "null"
            ],
            "description": "The template's name, for template messages; null otherwise."
          },
          "reply_to": {
            "type": [
              "string",
              "null"
            ],
            "description": "The `external_id` of the quoted message; null if there is none."
          },
          "status": {
            "description": "The status of a message to the customer; null for messages from the customer.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/MessageStatus"
              },
              {
                "type": "null"
              }
            ]
          },
          "error": {
            "description": "Why a message to the customer failed; null otherwise.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/MessageError"
              },
              {
                "type": "null"
              }
            ]
          },
          "at": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the message was received or accepted. Times in a conversation are unique, so paging with `before` misses no message."
          },
          "sent_by": {
            "type": "string",
            "description": "`app` if the business wrote the message outside this API, such as in the WhatsApp Business app, in the inbox of its page or through Meta's agent; absent otherwise. More values may be added."
          },
          "edited_at": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the text was last changed; absent if it never was."
          },
          "deleted_at": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the message was deleted by its author. Its content is no longer stored; absent if it was not deleted."
          }
        },
        "allOf": [
          {
            "$ref": "#/components/schemas/MessageContent"
          }
        ],
        "examples": [
          {
            "id": "msg_in_17000000000000000002",
            "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF",
            "direction": "in",
            "connection_id": "wa_1",
            "type": "text",
            "text": "Where is my order?",
            "media": null,
            "button": null,
            "location": null,
            "template": null,
            "reply_to": null,
            "status": null,
            "error": null,
            "at": "2026-05-04T12:00:00.000000+00:00"
          }
        ]
      },
      "LastMessage": {
        "type": "object",
        "description": "The newest message of a conversation (§2.8).",
        "required": [
          "text",
          "direction",
          "at"
        ],
        "properties": {
          "text": {
            "type": [
              "string",
              "null"
            ],
            "description": "The text or caption; null if there is none."
          },
          "direction": {
            "$ref": "#/components/schemas/Direction"
          },
          "at": {
            "$ref": "#/components/schemas/Timestamp"
          }
        },
        "allOf": [
          {
            "x-decision": "received-content",
            "type": "object",
            "properties": {
              "message": {
                "$ref": "#/components/schemas/HistoryMessage",
                "description": "The whole message, if there is more to show than `text`: absent if `type` is `text` and there is one, and if the message is no longer stored."
              }
            }
          }
        ],
        "examples": [
          {
            "text": "Where is my order?",
            "direction": "in",
            "at": "2026-05-04T12:00:00.000000+00:00"
          }
        ]
      },
      "Conversation": {
        "type": "object",
        "description": "A summary of the conversation with one person on one channel (§2.8).",
        "required": [
          "phone",
          "channel",
          "status",
          "agent",
          "unread_count",
          "last_message"
        ],
        "properties": {
          "phone": {
            "type": "string",
            "description": "Country code plus digits, or the channel's own ID. On whatsapp, a user ID if the number is unknown."
          },
          "channel": {
            "$ref": "#/components/schemas/Channel"
          },
          "status": {
            "$ref": "#/components/schemas/ConversationStatus"
          },
          "agent": {
            "description": "The assigned agent; null if there is none.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/ConversationAgent"
              },
              {
                "type": "null"
              }
            ]
          },
          "unread_count": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of unread messages from the customer."
          },
          "last_message": {
            "description": "The newest message; null if there is none.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/LastMessage"
              },
              {
                "type": "null"
              }
            ]
          }
        },
        "allOf": [
          {
            "x-decision": "user-ids",
            "type": "object",
            "properties": {
              "user_id": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The person's business-scoped user ID on whatsapp; null if unknown, absent on other channels."
              },
              "username": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The person's username on whatsapp; null if there is none, absent on other channels."
              }
            }
          },
          {
            "x-decision": "conversation-record",
            "type": "object",
            "required": [
              "connection_id",
              "name"
            ],
            "properties": {
              "connection_id": {
                "$ref": "#/components/schemas/ConnectionId",
                "description": "The connection of the conversation."
              },
              "name": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The person's name; null if unknown."
              }
            }
          }
        ],
        "examples": [
          {
            "phone": "905551112233",
            "channel": "whatsapp",
            "connection_id": "wa_1",
            "name": "Ada Lovelace",
            "status": "open",
            "agent": {
              "id": 3,
              "name": "Grace"
            },
            "unread_count": 1,
            "last_message": {
              "text": "Where is my order?",
              "direction": "in",
              "at": "2026-05-04T12:00:00.000000+00:00"
            }
          }
        ]
      },
      "ConversationList": {
        "type": "object",
        "description": "A page of conversations (§4.7).",
        "required": [
          "conversations",
          "pagination"
        ],
        "properties": {
          "conversations": {
            "type": "array",
            "description": "The conversations.",
            "items": {
              "$ref": "#/components/schemas/Conversation"
            }
          },
          "pagination": {
            "$ref": "#/components/schemas/Pagination"
          }
        },
        "examples": [
          {
            "conversations": [],
            "pagination": {
              "limit": 25,
              "count": 0,
              "has_more": false,
              "next_cursor": null
            }
          }
        ]
      },
      "ConversationDetail": {
        "type": "object",
        "description": "A conversation with its contact (§2.8, §4.7).",
        "allOf": [
          {
            "x-decision": "conversation-record",
            "allOf": [
              {
                "$ref": "#/components/schemas/Conversation"
              },
              {
                "type": "object",
                "required": [
                  "contact"
                ],
                "properties": {
                  "contact": {
                    "$ref": "#/components/schemas/Contact"
                  }
                }
              }
            ]
          }
        ],
        "examples": [
          {
            "phone": "905551112233",
            "channel": "whatsapp",
            "connection_id": "wa_1",
            "name": "Ada Lovelace",
            "status": "open",
            "agent": {
              "id": 3,
              "name": "Grace"
            },
            "unread_count": 1,
            "last_message": {
              "text": "Where is my order?",
              "direction": "in",
              "at": "2026-05-04T12:00:00.000000+00:00"
            },
            "contact": {
              "id": 31,
              "phone": "905551112233",
              "name": "Ada Lovelace",
              "email": "ada@example.com",
              "display_name": "Ada",
              "username": null,
              "user_ids": [
                "TR.13491208655302741918"
              ],
              "opted_out": false,
              "blocked": false,
              "created_at": "2026-05-04T12:00:00.000000+00:00",
              "updated_at": "2026-05-04T12:00:00.000000+00:00"
            }
          }
        ]
      },
      "UpdateConversationRequest": {
        "type": "object",
        "description": "The fields of a conversation to change (§4.7). Omitted fields keep their values.",
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "open",
              "closed"
            ],
            "description": "The new status."
          },
          "agent_id": {
            "type": [
              "integer",
              "null"
            ],
            "description": "The agent to assign, which also opens the conversation unless `status` is given (§3.2); null unassigns the agent."
          },
          "unread_count": {
            "type": "integer",
            "description": "The number of unread messages; 0 marks the conversation as read.",
            "allOf": [
              {
                "minimum": 0,
                "maximum": 1000000,
                "x-decision": "conversation-unread"
              }
            ]
          },
          "typing": {
            "x-decision": "reading-and-typing",
            "type": "boolean",
            "description": "True shows the customer that someone is writing; false ends it. It ends automatically with the next message, or after 25 seconds on whatsapp and 20 seconds on other channels. On whatsapp, it also marks the customer's last message as read."
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "status": "closed"
          },
          {
            "agent_id": 3,
            "unread_count": 0
          }
        ]
      },
      "HistoryPagination": {
        "type": "object",
        "description": "The position in a message history. To get the next page, pass this `before` as the parameter `before`, until `has_more` is false (§2.1, §4.7).",
        "required": [
          "limit",
          "count",
          "has_more",
          "before"
        ],
        "properties": {
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "description": "The requested page size."
          },
          "count": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of messages on this page."
          },
          "has_more": {
            "type": "boolean",
            "description": "Whether older messages follow."
          },
          "before": {
            "description": "The `before` of the next page; null on the last page.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/Timestamp"
              },
              {
                "type": "null"
              }
            ]
          }
        },
        "examples": [
          {
            "limit": 50,
            "count": 50,
            "has_more": true,
            "before": "2026-05-04T12:00:00.000000+00:00"
          }
        ]
      },
      "HistoryPage": {
        "type": "object",
        "description": "A page of a conversation's messages, newest first (§4.7).",
        "required": [
          "pagination"
        ],
        "properties": {
          "pagination": {
            "$ref": "#/components/schemas/HistoryPagination"
          }
        },
        "allOf": [
          {
            "x-decision": "list-names",
            "type": "object",
            "required": [
              "messages"
            ],
            "properties": {
              "messages": {
                "type": "array",
                "description": "The messages, newest first.",
                "items": {
                  "$ref": "#/components/schemas/HistoryMessage"
                }
              }
            }
          }
        ],
        "examples": [
          {
            "messages": [],
            "pagination": {
              "limit": 50,
              "count": 0,
              "has_more": false,
              "before": null
            }
          }
        ]
      },
      "FlowDelay": {
        "type": "string",
        "description": "The delay after the button press, not after the previous step: `0`, `1h`, `30m`, `2h30m` or plain minutes. At most 24\nh, and each step's delay must be longer than the previous step's (§2.11).\n",
        "pattern": "^([0-9]{1,4}|[0-9]{1,4}m|[0-9]{1,2}h([0-9]{1,4}m)?)$",
        "x-message": "must be like 0, 30m, 1h, 2h30m or plain minutes",
        "examples": [
          "0",
          "2h30m"
        ]
      },
      "FlowButtonText": {
        "type": "string",
        "description": "The button's text: at most 20 characters, or up to 120 when saved with a placeholder. The sent text is truncated to 20\ncharacters, and a button whose text becomes empty is dropped (§2.11, §8).\n",
        "minLength": 1,
        "maxLength": 120,
        "if": {
          "not": {
            "pattern": "\\{\\{\\s*[^{}\\s][^{}]*\\}\\}"
          }
        },
        "then": {
          "maxLength": 20
        },
        "examples": [
          "Shop now"
        ]
      },
      "FlowUrlButton": {
        "type": "object",
        "description": "A button that opens a link (§2.11).",
        "required": [
          "type",
          "text",
          "url"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "url",
            "description": "Always `url`."
          },
          "text": {
            "$ref": "#/components/schemas/FlowButtonText"
          },
          "url": {
            "type": "string",
            "description": "Starts with https://; may contain placeholders, whose values are URL-encoded.",
            "allOf": [
              {
                "pattern": "^https://",
                "x-message": "must start with https://"
              },
              {
                "maxLength": 2048,
                "x-decision": "url-length"
              }
            ]
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "type": "url",
            "text": "Shop now",
            "url": "https://shop.example/spring?code={{1}}"
          }
        ]
      },
      "FlowReplyButton": {
        "type": "object",
        "description": "A button that replies with its text (§2.11).",
        "required": [
          "type",
          "text"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "reply",
            "description": "Always `reply`."
          },
          "text": {
            "$ref": "#/components/schemas/FlowButtonText"
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "type": "reply",
            "text": "Call me"
          }
        ]
      },
      "FlowButton": {
        "description": "A link button or a reply button (§2.11). There is no phone-call button.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/FlowUrlButton"
          },
          {
            "$ref": "#/components/schemas/FlowReplyButton"
          }
        ],
        "discriminator": {
          "propertyName": "type",
          "mapping": {
            "url": "#/components/schemas/FlowUrlButton",
            "reply": "#/components/schemas/FlowReplyButton"
          }
        }
      },
      "FlowButtons": {
        "type": "array",
        "description": "Either one link button or up to three reply buttons, with different texts (§2.11).",
        "maxItems": 3,
        "items": {
          "$ref": "#/components/schemas/FlowButton"
        },
        "if": {
          "contains": {
            "type": "object",
            "required": [
              "type"
            ],
            "properties": {
              "type": {
                "const": "url"
              }
            }
          }
        },
        "then": {
          "maxItems": 1,
          "x-message": "must be one url button or up to three reply buttons"
        },
        "examples": [
          [
            {
              "type": "reply",
              "text": "Yes"
            },
            {
              "type": "reply",
              "text": "No"
            }
          ]
        ]
      },
      "FlowTextStep": {
        "type": "object",
        "description": "A text, with or without buttons (§2.11). Text and buttons may contain placeholders: `{{1}}`, `{{2}}` and so on for the campaign's\nvariables, and `{{ad}}`, `{{isim}}` or `{{name}}` for the recipient's name. A placeholder without a value becomes empty.\n",
        "required": [
          "text"
        ],
        "allOf": [
          {
            "x-decision": "flow-step-delay",
            "type": "object",
            "required": [
              "delay"
            ],
            "properties": {
              "delay": {
                "type": "string",
                "description": "The delay after the button press."
              }
            }
          },
          {
            "if": {
              "required": [
                "buttons"
              ],
              "properties": {
                "buttons": {
                  "minItems": 1
                }
              }
            },
            "then": {
              "properties": {
                "text": {
                  "maxLength": 1024
                }
              }
            }
          }
        ],
        "properties": {
          "delay": {
            "$ref": "#/components/schemas/FlowDelay"
          },
          "type": {
            "type": "string",
            "const": "text",
            "x-decision": "flow-step-type",
            "description": "May be omitted."
          },
          "text": {
            "type": "string",
            "minLength": 1,
            "maxLength": 4096,
            "description": "The text; at most 1024 characters with buttons, 4096 without (§8).",
            "allOf": [
              {
                "pattern": "\\S",
                "x-decision": "blank-text",
                "x-message": "must not be only white space"
              }
            ]
          },
          "caption": {
            "description": "Not allowed for a text.",
            "not": {},
            "x-decision": "flow-step-caption",
            "x-message": "is for files, which require media_url"
          },
          "buttons": {
            "$ref": "#/components/schemas/FlowButtons"
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "delay": "0",
            "text": "Hi {{name}}, shall we call you?",
            "buttons": [
              {
                "type": "reply",
                "text": "Yes"
              },
              {
                "type": "reply",
                "text": "No"
              }
            ]
          },
          {
            "delay": "2h30m",
            "text": "Still thinking it over?"
          }
        ]
      },
      "FlowMediaStep": {
        "type": "object",
        "description": "An image, video or document by its URL (§2.11). It must not have buttons, or `text`, which would prevent the file from being sent.",
        "required": [
          "media_url"
        ],
        "allOf": [
          {
            "x-decision": "flow-step-delay",
            "type": "object",
            "required": [
              "delay"
            ],
            "properties": {
              "delay": {
                "type": "string",
                "description": "The delay after the button press."
              }
            }
          }
        ],
        "properties": {
          "delay": {
            "$ref": "#/components/schemas/FlowDelay"
          },
          "type": {
            "type": "string",
            "description": "The kind of file. If omitted, the extension of the URL determines it.",
            "allOf": [
              {
                "enum": [
                  "image",
                  "video",
                  "document"
                ],
                "x-decision": "flow-step-type"
              }
            ]
          },
          "media_url": {
            "type": "string",
            "description": "A public https URL of a file of at most 16 MB (§8).",
            "allOf": [
              {
                "pattern": "^https?://",
                "x-code": "MEDIA_URL_INVALID"
              },
              {
                "maxLength": 2048,
                "x-code": "MEDIA_URL_INVALID",
                "x-decision": "url-length"
              }
            ]
          },
          "caption": {
            "type": "string",
            "x-decision": "flow-step-caption",
            "maxLength": 1024,
            "description": "The caption of the file; may contain placeholders."
          },
          "text": {
            "description": "Not allowed with a file.",
            "not": {},
            "x-message": "must not be set together with media_url, or the file would not be sent; use caption instead"
          },
          "buttons": {
            "description": "Not allowed with a file.",
            "not": {},
            "x-decision": "flow-step-caption",
            "x-message": "must not be set together with media_url"
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "delay": "1h",
            "media_url": "https://shop.example/spring.mp4",
            "caption": "For you, {{name}}"
          }
        ]
      },
      "FlowStep": {
        "description": "One message of a flow (§2.11): a text with or without buttons, or a file. A step with `media_url` is validated as a\nfile, any other step as a text.\n",
        "oneOf": [
          {
            "$ref": "#/components/schemas/FlowTextStep"
          },
          {
            "$ref": "#/components/schemas/FlowMediaStep"
          }
        ],
        "x-told-by": "media_url"
      },
      "Flow": {
        "type": "object",
        "description": "A flow with its steps (§2.11, §4.8).",
        "required": [
          "steps"
        ],
        "properties": {
          "steps": {
            "description": "The messages in order.",
            "allOf": [
              {
                "x-decision": "flow-record",
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/FlowStep"
                }
              }
            ]
          }
        },
        "allOf": [
          {
            "x-decision": "flow-record",
            "type": "object",
            "required": [
              "id",
              "name",
              "template",
              "template_id",
              "button",
              "button_index",
              "is_active",
              "stop_on_reply",
              "stop_on_agent",
              "quiet_start",
              "quiet_end",
              "created_at",
              "updated_at"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "description": "The flow's ID."
              },
              "name": {
                "type": "string",
                "description": "The flow's name."
              },
              "template": {
                "type": "string",
                "description": "The template's name."
              },
              "template_id": {
                "type": "integer",
                "description": "The template's ID."
              },
              "button": {
                "type": "string",
                "description": "The text of the quick-reply button."
              },
              "button_index": {
                "type": "integer",
                "minimum": 0,
                "description": "The index of the template's button, from 0."
              },
              "is_active": {
                "type": "boolean",
                "description": "Whether the flow is published."
              },
              "stop_on_reply": {
                "type": "boolean",
                "description": "Whether a run stops when the customer writes."
              },
              "stop_on_agent": {
                "type": "boolean",
                "description": "Whether a run stops when an agent takes over."
              },
              "quiet_start": {
                "type": [
                  "integer",
                  "null"
                ],
                "description": "The hour at which sending pauses; null without quiet hours."
              },
              "quiet_end": {
                "type": [
                  "integer",
                  "null"
                ],
                "description": "The hour at which sending resumes; null without quiet hours."
              },
              "created_at": {
                "$ref": "#/components/schemas/Timestamp",
                "description": "When the flow was created."
              },
              "updated_at": {
                "$ref": "#/components/schemas/Timestamp",
                "description": "When the flow last changed."
              }
            }
          }
        ],
        "examples": [
          {
            "id": 7,
            "name": "Spring follow-up",
            "template": "promo_spring",
            "template_id": 14,
            "button": "Tell me more",
            "button_index": 0,
            "is_active": true,
            "stop_on_reply": true,
            "stop_on_agent": true,
            "quiet_start": 22,
            "quiet_end": 9,
            "steps": [
              {
                "delay": "0",
                "text": "Hi {{name}}, here is what is new."
              }
            ],
            "created_at": "2026-05-04T12:00:00.000000+00:00",
            "updated_at": "2026-05-04T12:00:00.000000+00:00"
          }
        ]
      },
      "FlowList": {
        "type": "object",
        "description": "A page of flows (§4.8).",
        "required": [
          "pagination"
        ],
        "properties": {
          "pagination": {
            "$ref": "#/components/schemas/Pagination"
          }
        },
        "allOf": [
          {
            "x-decision": "list-names",
            "type": "object",
            "required": [
              "flows"
            ],
            "properties": {
              "flows": {
                "type": "array",
                "description": "The flows.",
                "items": {
                  "$ref": "#/components/schemas/Flow"
                }
              }
            }
          }
        ],
        "examples": [
          {
            "flows": [],
            "pagination": {
              "limit": 25,
              "count": 0,
              "has_more": false,
              "next_cursor": null
            }
          }
        ]
      },
      "QuietHour": {
        "description": "An hour of the day, 0-23, in the account's time zone (§8); null for no quiet hours.",
        "minimum": 0,
        "maximum": 23,
        "allOf": [
          {
            "type": [
              "integer",
              "null"
            ],
            "x-decision": "flow-quiet-pair"
          }
        ],
        "examples": [
          22
        ]
      },
      "CreateFlowRequest": {
        "type": "object",
        "description": "A flow: the messages to a customer who presses a quick-reply button of a template (§2.11). The error is FLOW_INVALID if the template is\nunknown or not approved, if the button is not one of its quick replies or is the opt-out button, if a delay exceeds 24 h or is not\nlonger than the previous one, or if a step has duplicate button texts (§4.8).\n",
        "required": [
          "name",
          "steps"
        ],
        "allOf": [
          {
            "anyOf": [
              {
                "required": [
                  "template"
                ]
              },
              {
                "required": [
                  "template_id"
                ]
              }
            ],
            "x-message": "must have template or template_id"
          },
          {
            "anyOf": [
              {
                "required": [
                  "button"
                ]
              },
              {
                "required": [
                  "button_index"
                ]
              }
            ],
            "x-message": "must have button or button_index"
          },
          {
            "not": {
              "required": [
                "template",
                "template_id"
              ],
              "properties": {
                "template": true,
                "template_id": true
              }
            },
            "x-decision": "flow-one-trigger",
            "x-message": "must have template or template_id, not both"
          },
          {
            "not": {
              "required": [
                "button",
                "button_index"
              ],
              "properties": {
                "button": true,
                "button_index": true
              }
            },
            "x-decision": "flow-one-trigger",
            "x-message": "must have button or button_index, not both"
          },
          {
            "if": {
              "required": [
                "is_active"
              ],
              "properties": {
                "is_active": {
                  "const": true
                }
              }
            },
            "then": {
              "properties": {
                "steps": {
                  "minItems": 1
                }
              }
            },
            "x-decision": "flow-empty"
          }
        ],
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "description": "The flow's name.",
            "allOf": [
              {
                "maxLength": 255,
                "x-decision": "flow-name-length"
              }
            ]
          },
          "template": {
            "type": "string",
            "minLength": 1,
            "description": "The template's name; `template_id` is the alternative."
          },
          "template_id": {
            "type": "integer",
            "description": "The template's ID; the alternative to `template`."
          },
          "button": {
            "type": "string",
            "minLength": 1,
            "description": "The text of the quick-reply button; `button_index` is the alternative."
          },
          "button_index": {
            "type": "integer",
            "minimum": 0,
            "description": "The index of the template's button, from 0; the alternative to `button`."
          },
          "is_active": {
            "type": "boolean",
            "default": false,
            "description": "Whether the flow is published."
          },
          "stop_on_reply": {
            "type": "boolean",
            "default": true,
            "description": "Whether a run stops when the customer writes."
          },
          "stop_on_agent": {
            "type": "boolean",
            "default": true,
            "description": "Whether a run stops when an agent takes over."
          },
          "quiet_start": {
            "$ref": "#/components/schemas/QuietHour",
            "description": "The hour at which sending pauses."
          },
          "quiet_end": {
            "$ref": "#/components/schemas/QuietHour",
            "description": "The hour at which sending resumes."
          },
          "steps": {
            "type": "array",
            "maxItems": 10,
            "description": "The messages in order; may be empty until the flow is published.",
            "items": {
              "$ref": "#/components/schemas/FlowStep"
            }
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "name": "Spring follow-up",
            "template": "promo_spring",
            "button": "Tell me more",
            "is_active": true,
            "quiet_start": 22,
            "quiet_end": 9,
            "steps": [
              {
                "delay": "0",
                "text": "Hi {{name}}, here is what is new.",
                "buttons": [
                  {
                    "type": "url",
                    "text": "Shop now",
                    "url": "https://shop.example/spring?code={{1}}"
                  }
                ]
              },
              {
                "delay": "2h30m",
                "media_url": "https://shop.example/spring.mp4",
                "caption": "For you, {{name}}"
              }
            ]
          },
          {
            "name": "Draft",
            "template_id": 14,
            "button_index": 0,
            "steps": []
          }
        ]
      },
      "SavedFlow": {
        "description": "The saved flow (§4.8).",
        "allOf": [
          {
            "x-decision": "flow-record",
            "allOf": [
              {
                "$ref": "#/components/schemas/Flow"
              }
            ]
          }
        ],
        "examples": [
          {
            "id": 7,
            "name": "Draft",
            "template": "promo_spring",
            "template_id": 14,
            "button": "Tell me more",
            "button_index": 0,
            "is_active": false,
            "stop_on_reply": true,
            "stop_on_agent": true,
            "quiet_start": null,
            "quiet_end": null,
            "steps": [],
            "created_at": "2026-05-04T12:00:00.000000+00:00",
            "updated_at": "2026-05-04T12:00:00.000000+00:00"
          }
        ]
      },
      "DeletedFlow": {
        "type": "object",
        "description": "The flow and its runs are deleted (§4.8).",
        "allOf": [
          {
            "x-decision": "flow-deletion",
            "type": "object",
            "required": [
              "id",
              "deleted"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "description": "The ID of the deleted flow."
              },
              "deleted": {
                "type": "boolean",
                "const": true,
                "description": "Always true."
              }
            }
          }
        ],
        "examples": [
          {
            "id": 7,
            "deleted": true
          }
        ]
      },
      "UpdateFlowRequest": {
        "type": "object",
        "description": "The fields of a flow to change (§4.8). Omitted fields keep their values; `steps` replaces all steps. The changed flow is validated like\na new one.\n",
        "allOf": [
          {
            "not": {
              "required": [
                "template",
                "template_id"
              ],
              "properties": {
                "template": true,
                "template_id": true
              }
            },
            "x-decision": "flow-one-trigger",
            "x-message": "must have template or template_id, not both"
          },
          {
            "not": {
              "required": [
                "button",
                "button_index"
              ],
              "properties": {
                "button": true,
                "button_index": true
              }
            },
            "x-decision": "flow-one-trigger",
            "x-message": "must have button or button_index, not both"
          }
        ],
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "description": "The flow's name.",
            "allOf": [
              {
                "maxLength": 255,
                "x-decision": "flow-name-length"
              }
            ]
          },
          "template": {
            "type": "string",
            "minLength": 1,
            "description": "The template's name; `template_id` is the alternative."
          },
          "template_id": {
            "type": "integer",
            "description": "The template's ID; the alternative to `template`."
          },
          "button": {
            "type": "string",
            "minLength": 1,
            "description": "The text of the quick-reply button; `button_index` is the alternative."
          },
          "button_index": {
            "type": "integer",
            "minimum": 0,
            "description": "The index of the template's button, from 0; the alternative to `button`."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether the flow is published. A flow without steps cannot be published."
          },
          "stop_on_reply": {
            "type": "boolean",
            "description": "Whether a run stops when the customer writes."
          },
          "stop_on_agent": {
            "type": "boolean",
            "description": "Whether a run stops when an agent takes over."
          },
          "quiet_start": {
            "$ref": "#/components/schemas/QuietHour",
            "description": "The hour at which sending pauses; null removes the quiet hours."
          },
          "quiet_end": {
            "$ref": "#/components/schemas/QuietHour",
            "description": "The hour at which sending resumes; null removes the quiet hours."
          },
          "steps": {
            "type": "array",
            "maxItems": 10,
            "description": "All messages, in order.",
            "items": {
              "$ref": "#/components/schemas/FlowStep"
            }
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "is_active": true
          },
          {
            "name": "Spring",
            "steps": [
              {
                "delay": "10m",
                "text": "Still there?"
              }
            ]
          }
        ]
      },
      "FlowRunStatus": {
        "type": "string",
        "description": "The status of a run (§3.4).",
        "enum": [
          "running",
          "done",
          "stopped"
        ]
      },
      "FlowRun": {
        "type": "object",
        "description": "One person's run through a flow (§2.11).",
        "required": [
          "status"
        ],
        "properties": {
          "status": {
            "$ref": "#/components/schemas/FlowRunStatus"
          }
        },
        "allOf": [
          {
            "x-decision": "flow-run-record",
            "type": "object",
            "required": [
              "id",
              "phone",
              "stop_reason",
              "current_step",
              "next_step_at",
              "started_at",
              "finished_at"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "description": "The run's ID."
              },
              "phone": {
                "type": "string",
                "description": "The person."
              },
              "stop_reason": {
                "type": [
                  "string",
                  "null"
                ],
                "enum": [
                  "reply",
                  "agent",
                  "window",
                  "other",
                  null
                ],
                "description": "Why the run stopped; null unless it stopped. `other` is an opt-out or a block, or a connection, an account or a module that was disabled (flow-other-stops)."
              },
              "current_step": {
                "type": "integer",
                "minimum": 0,
                "description": "The number of steps sent."
              },
              "next_step_at": {
                "description": "When the next step is due; null if there is none.",
                "oneOf": [
                  {
                    "$ref": "#/components/schemas/Timestamp"
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "started_at": {
                "$ref": "#/components/schemas/Timestamp",
                "description": "When the button was pressed."
              },
              "finished_at": {
                "description": "When the run finished or stopped; null while it is running.",
                "oneOf": [
                  {
                    "$ref": "#/components/schemas/Timestamp"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          }
        ],
        "examples": [
          {
            "id": 52,
            "phone": "905551112233",
            "status": "running",
            "stop_reason": null,
            "current_step": 1,
            "next_step_at": "2026-05-04T14:30:00.000000+00:00",
            "started_at": "2026-05-04T12:00:00.000000+00:00",
            "finished_at": null
          }
        ]
      },
      "FlowRunList": {
        "type": "object",
        "description": "A page of runs (§4.8).",
        "required": [
          "pagination"
        ],
        "properties": {
          "pagination": {
            "$ref": "#/components/schemas/Pagination"
          }
        },
        "allOf": [
          {
            "x-decision": "list-names",
            "type": "object",
            "required": [
              "runs"
            ],
            "properties": {
              "runs": {
                "type": "array",
                "description": "The runs.",
                "items": {
                  "$ref": "#/components/schemas/FlowRun"
                }
              }
            }
          }
        ],
        "examples": [
          {
            "runs": [],
            "pagination": {
              "limit": 25,
              "count": 0,
              "has_more": false,
              "next_cursor": null
            }
          }
        ]
      },
      "FlowFunnelStep": {
        "type": "object",
        "description": "The number of people that a step reached (§2.11).",
        "required": [
          "step",
          "reached",
          "rate"
        ],
        "properties": {
          "step": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of the step, from 1."
          },
          "reached": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of people that the step was sent to."
          },
          "rate": {
            "type": "number",
            "minimum": 0,
            "maximum": 100,
            "description": "`reached` as a percentage of `entered`."
          }
        },
        "examples": [
          {
            "step": 2,
            "reached": 31,
            "rate": 77.5
          }
        ]
      },
      "FlowStats": {
        "type": "object",
        "description": "The results of a flow (§2.11).",
        "required": [
          "entered",
          "running",
          "done",
          "stopped",
          "messages_sent",
          "stop_reasons",
          "funnel"
        ],
        "properties": {
          "entered": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of people who pressed the button."
          },
          "running": {
            "type": "integer",
            "minimum": 0,
            "description": "Runs in progress."
          },
          "done": {
            "type": "integer",
            "minimum": 0,
            "description": "Runs that sent all steps."
          },
          "stopped": {
            "type": "integer",
            "minimum": 0,
            "description": "Runs that stopped earlier."
          },
          "messages_sent": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of messages sent."
          },
          "stop_reasons": {
            "type": "object",
            "description": "Why runs stopped.",
            "required": [
              "reply",
              "agent",
              "window"
            ],
            "properties": {
              "reply": {
                "type": "integer",
                "minimum": 0,
                "description": "The customer wrote."
              },
              "agent": {
                "type": "integer",
                "minimum": 0,
                "description": "An agent took over."
              },
              "window": {
                "type": "integer",
                "minimum": 0,
                "description": "The window closed."
              }
            },
            "allOf": [
              {
                "x-decision": "flow-other-stops",
                "type": "object",
                "required": [
                  "other"
                ],
                "properties": {
                  "other": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "Something else stopped the run, such as an opt-out or a block."
                  }
                }
              }
            ]
          },
          "funnel": {
            "type": "array",
            "description": "One entry per step.",
            "items": {
              "$ref": "#/components/schemas/FlowFunnelStep"
            }
          }
        },
        "examples": [
          {
            "entered": 40,
            "running": 4,
            "done": 30,
            "stopped": 6,
            "messages_sent": 71,
            "stop_reasons": {
              "reply": 3,
              "agent": 1,
              "window": 1,
              "other": 1
            },
            "funnel": [
              {
                "step": 1,
                "reached": 40,
                "rate": 100
              },
              {
                "step": 2,
                "reached": 31,
                "rate": 77.5
              }
            ]
          }
        ]
      },
      "TestFlowRequest": {
        "type": "object",
        "description": "The recipient of all steps of the flow, sent without delays (§4.8).",
        "required": [
          "to"
        ],
        "properties": {
          "to": {
            "$ref": "#/components/schemas/Recipient",
            "description": "The number, in the same formats as `to` of a send. It must have written within the last 24 hours."
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "to": "905551112233"
          }
        ]
      },
      "FlowTestMessage": {
        "type": "object",
        "x-decision": "flow-test-record",
        "description": "One step that the test sent.",
        "required": [
          "step",
          "id",
          "status"
        ],
        "properties": {
          "step": {
            "type": "integer",
            "minimum": 1,
            "description": "The number of the step, from 1."
          },
          "id": {
            "$ref": "#/components/schemas/MessageId"
          },
          "status": {
            "$ref": "#/components/schemas/MessageStatus"
          }
        },
        "examples": [
          {
            "step": 1,
            "id": "msg_17000000000000000001",
            "status": "sent"
          }
        ]
      },
      "FlowTestResult": {
        "type": "object",
        "description": "The messages that the test sent (§4.8).",
        "allOf": [
          {
            "x-decision": "flow-test-record",
            "type": "object",
            "required": [
              "to",
              "messages"
            ],
            "properties": {
              "to": {
                "type": "string",
                "description": "The number it was sent to."
              },
              "messages": {
                "type": "array",
                "description": "One entry for each step, in order.",
                "items": {
                  "$ref": "#/components/schemas/FlowTestMessage"
                }
              },
              "test": {
                "type": "boolean",
                "description": "True if the request used a test key and sent nothing (§5.7)."
              }
            }
          }
        ],
        "examples": [
          {
            "to": "905551112233",
            "messages": [
              {
                "step": 1,
                "id": "msg_17000000000000000001",
                "status": "sent"
              }
            ],
            "test": false
          }
        ]
      },
      "MessageStats": {
        "type": "object",
        "description": "Messages in the range.",
        "required": [
          "incoming",
          "outgoing",
          "delivered",
          "read",
          "failed",
          "delivered_rate",
          "read_rate",
          "failed_rate"
        ],
        "properties": {
          "incoming": {
            "type": "integer",
            "minimum": 0,
            "description": "Messages from customers."
          },
          "outgoing": {
            "type": "integer",
            "minimum": 0,
            "description": "Messages to customers."
          },
          "delivered": {
            "type": "integer",
            "minimum": 0,
            "description": "Outgoing messages that were delivered, including read messages."
          },
          "read": {
            "type": "integer",
            "minimum": 0,
            "description": "Outgoing messages that were read."
          },
          "failed": {
            "type": "integer",
            "minimum": 0,
            "description": "Outgoing messages that failed."
          },
          "delivered_rate": {
            "type": "number",
            "minimum": 0,
            "maximum": 100,
            "description": "`delivered` as a percentage of `outgoing`; 0 if nothing was sent."
          },
          "read_rate": {
            "type": "number",
            "minimum": 0,
            "maximum": 100,
            "description": "`read` as a percentage of `outgoing`; 0 if nothing was sent."
          },
          "failed_rate": {
            "type": "number",
            "minimum": 0,
            "maximum": 100,
            "description": "`failed` as a percentage of `outgoing`; 0 if nothing was sent."
          },
          "billable": {
            "x-decision": "pricing",
            "type": "object",
            "description": "The number of outgoing messages that Meta charges for, by category, such as `marketing`; `unknown` if Meta names no category.",
            "additionalProperties": {
              "type": "integer",
              "minimum": 0
            }
          }
        },
        "examples": [
          {
            "incoming": 40,
            "outgoing": 200,
            "delivered": 190,
            "read": 150,
            "failed": 10,
            "delivered_rate": 95,
            "read_rate": 75,
            "failed_rate": 5,
            "billable": {
              "marketing": 120,
              "utility": 30
            }
          }
        ]
      },
      "ConversationStats": {
        "type": "object",
        "description": "The current statuses of conversations with a message in the range.",
        "required": [
          "open",
          "closed",
          "bot"
        ],
        "properties": {
          "open": {
            "type": "integer",
            "minimum": 0,
            "description": "Open conversations."
          },
          "closed": {
            "type": "integer",
            "minimum": 0,
            "description": "Closed conversations."
          },
          "bot": {
            "type": "integer",
            "minimum": 0,
            "description": "Conversations that a flow controls."
          }
        },
        "examples": [
          {
            "open": 12,
            "closed": 30,
            "bot": 1
          }
        ]
      },
      "Stats": {
        "type": "object",
        "description": "The statistics of a range of days (§2.12).",
        "allOf": [
          {
            "x-decision": "stats-record",
            "type": "object",
            "required": [
              "from",
              "to",
              "messages",
              "conversations"
            ],
            "properties": {
              "from": {
                "type": "string",
                "format": "date",
                "description": "The first day counted."
              },
              "to": {
                "type": "string",
                "format": "date",
                "description": "The last day counted."
              },
              "messages": {
                "$ref": "#/components/schemas/MessageStats"
              },
              "conversations": {
                "$ref": "#/components/schemas/ConversationStats"
              }
            }
          }
        ],
        "examples": [
          {
            "from": "2026-04-05",
            "to": "2026-05-04",
            "messages": {
              "incoming": 40,
              "outgoing": 200,
              "delivered": 190,
              "read": 150,
              "failed": 10,
              "delivered_rate": 95,
              "read_rate": 75,
              "failed_rate": 5
            },
            "conversations": {
              "open": 12,
              "closed": 30,
              "bot": 1
            }
          }
        ]
      },
      "Label": {
        "type": "object",
        "x-decision": "label-record",
        "description": "A label of the account (§2.12).",
        "required": [
          "id",
          "name",
          "color"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The label's ID."
          },
          "name": {
            "type": "string",
            "description": "The label's name."
          },
          "color": {
            "type": [
              "string",
              "null"
            ],
            "description": "The label's color, as `#rrggbb`; null if there is none."
          }
        },
        "examples": [
          {
            "id": 5,
            "name": "VIP",
            "color": "#c0392b"
          }
        ]
      },
      "LabelList": {
        "type": "object",
        "description": "A page of labels (§4.9).",
        "required": [
          "pagination"
        ],
        "properties": {
          "pagination": {
            "$ref": "#/components/schemas/Pagination"
          }
        },
        "allOf": [
          {
            "x-decision": "list-names",
            "type": "object",
            "required": [
              "labels"
            ],
            "properties": {
              "labels": {
                "type": "array",
                "description": "The labels.",
                "items": {
                  "$ref": "#/components/schemas/Label"
                }
              }
            }
          }
        ],
        "examples": [
          {
            "labels": [
              {
                "id": 5,
                "name": "VIP",
                "color": "#c0392b"
              }
            ],
            "pagination": {
              "limit": 25,
              "count": 1,
              "has_more": false,
              "next_cursor": null
            }
          }
        ]
      },
      "Agent": {
        "type": "object",
        "x-decision": "agent-record",
        "description": "A person who replies to customers. The record never includes a password or session data (§2.12).",
        "required": [
          "id",
          "name",
          "is_active"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The value for `agent_id`."
          },
          "name": {
            "type": "string",
            "description": "The agent's name."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether conversations can be assigned to them."
          }
        },
        "examples": [
          {
            "id": 3,
            "name": "Grace",
            "is_active": true
          }
        ]
      },
      "AgentList": {
        "type": "object",
        "description": "A page of agents (§4.9).",
        "required": [
          "pagination"
        ],
        "properties": {
          "pagination": {
            "$ref": "#/components/schemas/Pagination"
          }
        },
        "allOf": [
          {
            "x-decision": "list-names",
            "type": "object",
            "required": [
              "agents"
            ],
            "properties": {
              "agents": {
                "type": "array",
                "description": "The agents.",
                "items": {
                  "$ref": "#/components/schemas/Agent"
                }
              }
            }
          }
        ],
        "examples": [
          {
            "agents": [
              {
                "id": 3,
                "name": "Grace",
                "is_active": true
              }
            ],
            "pagination": {
              "limit": 25,
              "count": 1,
              "has_more": false,
              "next_cursor": null
            }
          }
        ]
      },
      "EventName": {
        "type": "string",
        "description": "What happened (§6).",
        "enum": [
          "message.received",
          "message.status",
          "template.status"
        ]
      },
      "TestWebhookRequest": {
        "type": "object",
        "description": "Which sample to send (§4.10).",
        "properties": {
          "event": {
            "$ref": "#/components/schemas/EventName",
            "default": "message.received",
            "description": "The event to send a sample of."
          }
        },
        "unevaluatedProperties": {
          "not": {},
          "x-decision": "unknown-request-fields"
        },
        "examples": [
          {
            "event": "message.status"
          }
        ]
      },
      "DeliveryId": {
        "type": "string",
        "description": "The ID of the delivery. Ignore a delivery whose ID you have already processed (§6).",
        "pattern": "^whd_.+$",
        "examples": [
          "whd_17000000000000000009"
        ]
      },
      "WebhookTestResult": {
        "type": "object",
        "description": "The receiver's response (§4.10).",
        "allOf": [
          {
            "x-decision": "webhook-test-record",
            "type": "object",
            "required": [
              "delivery_id",
              "event",
              "status_code",
              "duration_ms"
            ],
            "properties": {
              "delivery_id": {
                "$ref": "#/components/schemas/DeliveryId"
              },
              "event": {
                "$ref": "#/components/schemas/EventName"
              },
              "status_code": {
                "type": "integer",
                "minimum": 200,
                "maximum": 299,
                "description": "The receiver's HTTP status."
              },
              "duration_ms": {
                "type": "integer",
                "minimum": 0,
                "description": "The receiver's response time, in milliseconds."
              }
            }
          }
        ],
        "examples": [
          {
            "delivery_id": "whd_17000000000000000012",
            "event": "message.received",
            "status_code": 200,
            "duration_ms": 41
          }
        ]
      },
      "Document": {
        "type": "object",
        "description": "This API's description in OpenAPI 3.1 (§9).",
        "required": [
          "openapi",
          "info",
          "paths"
        ],
        "properties": {
          "openapi": {
            "type": "string",
            "pattern": "^3\\.1\\.",
            "description": "The version of OpenAPI."
          },
          "info": {
            "type": "object",
            "description": "The name and version of the API.",
            "required": [
              "title",
              "version"
            ],
            "properties": {
              "title": {
                "type": "string",
                "description": "The API's name."
              },
              "version": {
                "type": "string",
                "description": "The API's version."
              }
            }
          },
          "paths": {
            "type": "object",
            "description": "The operations by path.",
            "additionalProperties": {
              "type": "object",
              "description": "The operations of one path.",
              "additionalProperties": true
            }
          }
        },
        "examples": [
          {
            "openapi": "3.1.0",
            "info": {
              "title": "Multi-Channel Messaging API",
              "version": "1.0.0"
            },
            "paths": {}
          }
        ]
      },
      "EventEnvelope": {
        "type": "object",
        "description": "The fields of every event (§6).",
        "required": [
          "id",
          "event",
          "api_version",
          "created_at",
          "company_id",
          "attempt",
          "data"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/DeliveryId"
          },
          "event": {
            "$ref": "#/components/schemas/EventName"
          },
          "api_version": {
            "type": "string",
            "const": "v1",
            "description": "The version of the API (§9)."
          },
          "created_at": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the event occurred."
          },
          "company_id": {
            "type": "integer",
            "description": "The company account."
          },
          "attempt": {
            "type": "integer",
            "minimum": 1,
            "description": "The number of this attempt, from 1."
          },
          "data": {
            "type": "object",
            "description": "The message or the template.",
            "additionalProperties": true
          },
          "test": {
            "type": "boolean",
            "description": "True for the simulated events of a test key (§5.7) and for samples."
          },
          "replay_of": {
            "x-decision": "delivery-replay",
            "$ref": "#/components/schemas/DeliveryId",
            "description": "If this delivery is a replay, the ID of the original delivery; absent otherwise."
          }
        }
      },
      "MessageTarget": {
        "type": "object",
        "description": "The message that was edited or deleted.",
        "required": [
          "id",
          "external_id"
        ],
        "properties": {
          "id": {
            "type": [
              "string",
              "null"
            ],
            "description": "Our ID of the message; null if the message is not stored."
          },
          "external_id": {
            "type": "string",
            "description": "The provider's ID of the message."
          }
        },
        "examples": [
          {
            "id": "msg_in_17000000000000000002",
            "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF"
          }
        ]
      },
      "ReceivedMessage": {
        "type": "object",
        "description": "The customer's message (§6).",
        "required": [
          "id",
          "external_id",
          "channel",
          "connection_id",
          "from",
          "type",
          "received_at"
        ],
        "properties": {
          "id": {
            "type": "string",
            "pattern": "^msg_in_[0-9]+$",
            "description": "Our ID for the message."
          },
          "external_id": {
            "type": "string",
            "description": "The provider's ID of the message, for `reply_to` of a send that quotes it."
          },
          "channel": {
            "$ref": "#/components/schemas/Channel"
          },
          "connection_id": {
            "$ref": "#/components/schemas/ConnectionId"
          },
          "from": {
            "type": "object",
            "description": "The sender; `id` is the value for `to` of a send.",
            "required": [
              "id"
            ],
            "properties": {
              "id": {
                "type": "string",
                "description": "The number, the sender ID or the visitor ID. On whatsapp, the user ID if the number is unknown."
              },
              "name": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The person's name, if the channel provides it."
              }
            },
            "allOf": [
              {
                "x-decision": "user-ids",
                "type": "object",
                "properties": {
                  "phone": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The number on whatsapp; null if it is unknown, absent on other channels."
                  },
                  "user_id": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The business-scoped user ID on whatsapp; null if the callback shows none."
                  },
                  "username": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The username on whatsapp; null if the person has none."
                  }
                }
              }
            ]
          },
          "type": {
            "type": "string",
            "description": "text, image, video, audio, document, location, or one of our additions: button, sticker, reaction, contacts, order, form, share, referral, edited, deleted, unsupported. More types may be added."
          },
          "text": {
            "type": [
              "string",
              "null"
            ],
            "description": "The text or caption."
          },
          "media": {
            "description": "The file, for media messages.",
            "oneOf": [
              {
                "type": "object",
                "required": [
                  "url",
                  "mime_type"
                ],
                "properties": {
                  "url": {
                    "type": "string",
                    "description": "The URL of the file, which requires no key. The link is valid for 7 days."
                  },
                  "mime_type": {
                    "type": "string",
                    "description": "The file's MIME type."
                  },
                  "filename": {
                    "x-decision": "received-content",
                    "type": "string",
                    "description": "The name of a document, if the customer's app sent one."
                  }
                }
              },
              {
                "type": "null"
              }
            ]
          },
          "button": {
            "description": "The choice, for button and list replies.",
            "oneOf": [
              {
                "type": "object",
                "required": [
                  "payload",
                  "title"
                ],
                "properties": {
                  "payload": {
                    "type": "string",
                    "description": "The `id` of the button or row."
                  },
                  "title": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The choice's label."
                  }
                }
              },
              {
                "type": "null"
              }
            ]
          },
          "location": {
            "x-decision": "inbound-location",
            "description": "The place, for location messages.",
            "oneOf": [
              {
                "type": "object",
                "required": [
                  "latitude",
                  "longitude"
                ],
                "properties": {
                  "latitude": {
                    "type": "number",
                    "description": "Latitude, in degrees north."
                  },
                  "longitude": {
                    "type": "number",
                    "description": "Longitude, in degrees east."
                  },
                  "name": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The name of the place."
                  },
                  "address": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The address of the place."
                  }
                }
              },
              {
                "type": "null"
              }
            ]
          },
          "reply_to": {
            "type": [
              "string",
              "null"
            ],
            "description": "The `external_id` of the quoted message, if there is one."
          },
          "received_at": {
            "$ref": "#/components/schemas/Timestamp"
          }
        },
        "allOf": [
          {
            "x-decision": "received-content",
            "allOf": [
              {
                "$ref": "#/components/schemas/MessageContent"
              }
            ]
          },
          {
            "x-decision": "edits-and-deletions",
            "type": "object",
            "properties": {
              "target": {
                "$ref": "#/components/schemas/MessageTarget"
              }
            }
          }
        ]
      },
      "MessageReceivedEvent": {
        "description": "A customer sent a message (§6).",
        "allOf": [
          {
            "$ref": "#/components/schemas/EventEnvelope"
          },
          {
            "type": "object",
            "required": [
              "event",
              "data"
            ],
            "properties": {
              "event": {
                "const": "message.received"
              },
              "data": {
                "type": "object",
                "required": [
                  "message"
                ],
                "properties": {
                  "message": {
                    "$ref": "#/components/schemas/ReceivedMessage"
                  }
                }
              }
            }
          }
        ],
        "examples": [
          {
            "id": "whd_17000000000000000009",
            "event": "message.received",
            "api_version": "v1",
            "created_at": "2026-05-04T12:00:00.000000+00:00",
            "company_id": 1,
            "attempt": 1,
            "data": {
              "message": {
                "id": "msg_in_17000000000000000002",
                "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF",
                "channel": "whatsapp",
                "connection_id": "wa_1",
                "from": {
                  "id": "905551112233",
                  "name": "Ada",
                  "phone": "905551112233",
                  "user_id": "TR.13491208655302741918",
                  "username": "countess"
                },
                "type": "text",
                "text": "Where is my order?",
                "media": null,
                "button": null,
                "reply_to": null,
                "received_at": "2026-05-04T12:00:00.000000+00:00"
              }
            }
          }
        ]
      },
      "EventError": {
        "type": "object",
        "description": "Why a message failed (§2.2, §6).",
        "required": [
          "code",
          "title",
          "detail",
          "provider_message"
        ],
        "properties": {
          "code": {
            "type": [
              "integer",
              "string"
            ],
            "description": "The provider's error code, or one of our codes if no provider responded."
          },
          "title": {
            "type": [
              "string",
              "null"
            ],
            "description": "A short name."
          },
          "detail": {
            "type": [
              "string",
              "null"
            ],
            "description": "What happened."
          },
          "provider_message": {
            "type": [
              "string",
              "null"
            ],
            "description": "The provider's error message."
          }
        }
      },
      "StatusMessage": {
        "type": "object",
        "description": "The status of the message (§6).",
        "required": [
          "id",
          "external_id",
          "channel",
          "to",
          "status",
          "error",
          "occurred_at"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/MessageId"
          },
          "external_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The provider's message ID; null if the message never had one."
          },
          "channel": {
            "$ref": "#/components/schemas/Channel"
          },
          "to": {
            "type": "string",
            "description": "The recipient."
          },
          "status": {
            "type": "string",
            "enum": [
              "sent",
              "delivered",
              "read",
              "failed"
            ],
            "description": "The new status."
          },
          "error": {
            "description": "Why the message failed; null otherwise.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/EventError"
              },
              {
                "type": "null"
              }
            ]
          },
          "occurred_at": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "pricing": {
            "x-decision": "pricing",
            "$ref": "#/components/schemas/Pricing"
          },
          "test": {
            "type": "boolean",
            "description": "True for the simulated events of a test key (§5.7) and for samples."
          }
        }
      },
      "MessageStatusEvent": {
        "description": "The status of a message changed (§6). Events may arrive out of order; only move a status forward (§3.1).",
        "allOf": [
          {
            "$ref": "#/components/schemas/EventEnvelope"
          },
          {
            "type": "object",
            "required": [
              "event",
              "data"
            ],
            "properties": {
              "event": {
                "const": "message.status"
              },
              "data": {
                "type": "object",
                "required": [
                  "message"
                ],
                "properties": {
                  "message": {
                    "$ref": "#/components/schemas/StatusMessage"
                  }
                }
              }
            }
          }
        ],
        "examples": [
          {
            "id": "whd_17000000000000000010",
            "event": "message.status",
            "api_version": "v1",
            "created_at": "2026-05-04T12:00:01.000000+00:00",
            "company_id": 1,
            "attempt": 1,
            "data": {
              "message": {
                "id": "msg_17000000000000000001",
                "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3",
                "channel": "whatsapp",
                "to": "905551112233",
                "status": "delivered",
                "error": null,
                "occurred_at": "2026-05-04T12:00:01.000000+00:00"
              }
            }
          }
        ]
      },
      "TemplateStatusEvent": {
        "description": "A template was approved or rejected (§6).",
        "allOf": [
          {
            "$ref": "#/components/schemas/EventEnvelope"
          },
          {
            "type": "object",
            "required": [
              "event",
              "data"
            ],
            "properties": {
              "event": {
                "const": "template.status"
              },
              "data": {
                "type": "object",
                "required": [
                  "template"
                ],
                "properties": {
                  "template": {
                    "type": "object",
                    "description": "The template in its current state.",
                    "required": [
                      "name",
                      "language",
                      "category",
                      "status",
                      "rejection_reason"
                    ],
                    "properties": {
                      "name": {
                        "type": "string",
                        "description": "The template's name."
                      },
                      "language": {
                        "type": "string",
                        "description": "The template's language."
                      },
                      "category": {
                        "$ref": "#/components/schemas/TemplateCategory"
                      },
                      "status": {
                        "$ref": "#/components/schemas/TemplateStatus"
                      },
                      "rejection_reason": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "Why the template was rejected; null otherwise."
                      }
                    }
                  }
                }
              }
            }
          }
        ],
        "examples": [
          {
            "id": "whd_17000000000000000011",
            "event": "template.status",
            "api_version": "v1",
            "created_at": "2026-05-04T12:00:02.000000+00:00",
            "company_id": 1,
            "attempt": 1,
            "data": {
              "template": {
                "name": "promo_spring",
                "language": "en_US",
                "category": "MARKETING",
                "status": "APPROVED",
                "rejection_reason": null
              }
            }
          }
        ]
      }
    },
    "headers": {
      "RequestId": {
        "description": "The request ID, the same as in the body (§2.1).",
        "required": true,
        "schema": {
          "$ref": "#/components/schemas/RequestId"
        }
      },
      "RateLimitLimit": {
        "description": "The key's limit of requests per minute (§8).",
        "required": true,
        "schema": {
          "type": "integer",
          "minimum": 1
        },
        "example": 1800
      },
      "RateLimitRemaining": {
        "description": "Requests left in the current minute (§8).",
        "required": true,
        "schema": {
          "type": "integer",
          "minimum": 0
        },
        "example": 1799
      },
      "RateLimitBurst": {
        "description": "The key's limit of requests per second: twice the per-minute average, at least 10 (§8).",
        "required": true,
        "schema": {
          "type": "integer",
          "minimum": 10
        },
        "example": 60
      },
      "RetryAfter": {
        "description": "Seconds to wait before retrying (§8).",
        "required": true,
        "schema": {
          "type": "integer",
          "minimum": 1
        },
        "example": 1
      },
      "ServiceMode": {
        "description": "`test` if a test key was used (§5.7).",
        "schema": {
          "type": "string",
          "const": "test"
        }
      },
      "IdempotentReplayed": {
        "description": "`true` if this repeats the first response to the same request (§4.2).",
        "schema": {
          "type": "string",
          "const": "true"
        }
      }
    },
    "parameters": {
      "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "Your unique key for this send. If you repeat the key with the same body within 24 hours, nothing is sent, and you get the first response\nwith `Idempotent-Replayed: true`. A different body is refused with 409 IDEMPOTENCY_CONFLICT (§4.2, §8).\n",
        "schema": {
          "type": "string",
          "minLength": 1,
          "allOf": [
            {
              "maxLength": 255,
              "x-decision": "idempotency-key-length"
            }
          ]
        },
        "example": "order-4711-shipped"
      },
      "Limit": {
        "name": "limit",
        "in": "query",
        "description": "Page size (§8).",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "default": 25
        }
      },
      "Cursor": {
        "name": "cursor",
        "in": "query",
        "description": "The `next_cursor` of the previous page (§2.1).",
        "schema": {
          "type": "string",
          "minLength": 1
        }
      },
      "Order": {
        "name": "order",
        "in": "query",
        "description": "Newest first (`desc`) or oldest first (`asc`).",
        "schema": {
          "type": "string",
          "enum": [
            "desc",
            "asc"
          ],
          "default": "desc"
        }
      },
      "PhoneInPath": {
        "name": "phone",
        "in": "path",
        "required": true,
        "description": "The person. A phone number in any format (§2.8): local with a leading 0, with + and country code, or country code\nplus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is\nalso accepted, and so is a number or an ID that the person had before.\n",
        "schema": {
          "type": "string"
        },
        "example": "905551112233"
      }
    },
    "examples": {
      "MISSING_API_KEY": {
        "value": {
          "success": false,
          "error": {
            "code": "MISSING_API_KEY",
            "http": 401,
            "message": "The request has no API key.",
            "reason": "The Authorization header is missing.",
            "fix": "Send the header \"Authorization: Bearer <API_KEY>\".",
            "docs": "http://127.0.0.1:3000/developers/errors/MISSING_API_KEY",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "INVALID_API_KEY": {
        "value": {
          "success": false,
          "error": {
            "code": "INVALID_API_KEY",
            "http": 401,
            "message": "The API key is malformed or unknown.",
            "reason": "No account has this key.",
            "fix": "Check that you copied the whole key and sent only one. If the key is lost, create a new one.",
            "docs": "http://127.0.0.1:3000/developers/errors/INVALID_API_KEY",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "API_KEY_REVOKED": {
        "value": {
          "success": false,
          "error": {
            "code": "API_KEY_REVOKED",
            "http": 401,
            "message": "The API key was revoked.",
            "reason": "The operator revoked it.",
            "fix": "Use another key, or ask the operator for a new one.",
            "docs": "http://127.0.0.1:3000/developers/errors/API_KEY_REVOKED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "LICENSE_EXPIRED": {
        "value": {
          "success": false,
          "error": {
            "code": "LICENSE_EXPIRED",
            "http": 402,
            "message": "The license of this account has expired.",
            "reason": "The paid period has ended.",
            "fix": "Ask the operator to renew the license.",
            "docs": "http://127.0.0.1:3000/developers/errors/LICENSE_EXPIRED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "IP_NOT_ALLOWED": {
        "value": {
          "success": false,
          "error": {
            "code": "IP_NOT_ALLOWED",
            "http": 403,
            "message": "The API key may not be used from 203.0.113.7.",
            "reason": "The key is restricted to a list of source IP addresses.",
            "fix": "Send the request from an allowed address, or add this one to the key's list.",
            "docs": "http://127.0.0.1:3000/developers/errors/IP_NOT_ALLOWED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "MODULE_DISABLED": {
        "value": {
          "success": false,
          "error": {
            "code": "MODULE_DISABLED",
            "http": 403,
            "message": "The API module is not enabled for this account.",
            "reason": "The account does not include this module.",
            "fix": "Ask the operator to enable the API module.",
            "docs": "http://127.0.0.1:3000/developers/errors/MODULE_DISABLED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "ACCOUNT_INACTIVE": {
        "value": {
          "success": false,
          "error": {
            "code": "ACCOUNT_INACTIVE",
            "http": 403,
            "message": "The company account is deactivated.",
            "reason": "The operator deactivated the account.",
            "fix": "Ask the operator to activate the account.",
            "docs": "http://127.0.0.1:3000/developers/errors/ACCOUNT_INACTIVE",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "RATE_LIMITED": {
        "value": {
          "success": false,
          "error": {
            "code": "RATE_LIMITED",
            "http": 429,
            "message": "This key exceeded its limit of 1800 requests per minute or 60 per second.",
            "reason": "The request limit of the key is exceeded.",
            "fix": "Wait for the number of seconds in Retry-After, then send requests more slowly.",
            "docs": "http://127.0.0.1:3000/developers/errors/RATE_LIMITED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "INTERNAL_ERROR": {
        "value": {
          "success": false,
          "error": {
            "code": "INTERNAL_ERROR",
            "http": 500,
            "message": "An unexpected error occurred.",
            "reason": "The error is on the server side. It was logged with the request ID.",
            "fix": "Retry with the same Idempotency-Key. If the error persists, report the request ID.",
            "docs": "http://127.0.0.1:3000/developers/errors/INTERNAL_ERROR",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "INVALID_JSON": {
        "value": {
          "success": false,
          "error": {
            "code": "INVALID_JSON",
            "http": 400,
            "message": "The request body cannot be read: Content-Type must be application/json.",
            "reason": "The body could not be parsed, or its Content-Type is missing or wrong.",
            "fix": "Send a JSON body with the header \"Content-Type: application/json\". For POST /media, send multipart/form-data.",
            "docs": "http://127.0.0.1:3000/developers/errors/INVALID_JSON",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "RECIPIENT_BLOCKED": {
        "value": {
          "success": false,
          "error": {
            "code": "RECIPIENT_BLOCKED",
            "http": 403,
            "message": "The recipient 905551112233 is on the block list.",
            "reason": "A blocked person receives no messages.",
            "fix": "To send to this person again, remove the entry with DELETE /blocked-numbers.",
            "param": "to",
            "docs": "http://127.0.0.1:3000/developers/errors/RECIPIENT_BLOCKED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "CONNECTION_NOT_FOUND": {
        "value": {
          "success": false,
          "error": {
            "code": "CONNECTION_NOT_FOUND",
            "http": 404,
            "message": "There is no active connection wa_7 on whatsapp.",
            "reason": "The ID matches no active connection of this account and channel.",
            "fix": "Use an ID from GET /channels, or omit connection_id to use the default connection.",
            "param": "connection_id",
            "docs": "http://127.0.0.1:3000/developers/errors/CONNECTION_NOT_FOUND",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "IDEMPOTENCY_CONFLICT": {
        "value": {
          "success": false,
          "error": {
            "code": "IDEMPOTENCY_CONFLICT",
            "http": 409,
            "message": "This idempotency key was used for a different request within the last 24 hours.",
            "reason": "An idempotency key identifies one request, and the earlier request had a different body.",
            "fix": "Repeat the first request unchanged, or choose a new key.",
            "param": "Idempotency-Key",
            "docs": "http://127.0.0.1:3000/developers/errors/IDEMPOTENCY_CONFLICT",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "CHANNEL_NOT_CONNECTED": {
        "value": {
          "success": false,
          "error": {
            "code": "CHANNEL_NOT_CONNECTED",
            "http": 409,
            "message": "The account has no active whatsapp connection.",
            "reason": "The channel has no connection, or the connection is inactive.",
            "fix": "Add a connection on this channel first. GET /channels lists the connections.",
            "param": "channel",
            "docs": "http://127.0.0.1:3000/developers/errors/CHANNEL_NOT_CONNECTED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "WINDOW_CLOSED": {
        "value": {
          "success": false,
          "error": {
            "code": "WINDOW_CLOSED",
            "http": 409,
            "message": "The 24 h window of this recipient with wa_1 closed at 2026-05-05T12:00:00.000000+00:00.",
            "reason": "Free-form messages require a message from the customer within the window.",
            "fix": "Send from the connection that the customer wrote to, send an approved template if the channel has templates, or wait for the customer to write.",
            "param": "to",
            "docs": "http://127.0.0.1:3000/developers/errors/WINDOW_CLOSED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "WINDOW_NEVER_OPENED": {
        "value": {
          "success": false,
          "error": {
            "code": "WINDOW_NEVER_OPENED",
            "http": 409,
            "message": "The recipient 905551112233 has never written to wa_1.",
            "reason": "Free-form messages require a message from the customer within the window.",
            "fix": "Send from the connection that the customer wrote to, start with an approved template if the channel has templates, or wait for the customer to write.",
            "param": "to",
            "docs": "http://127.0.0.1:3000/developers/errors/WINDOW_NEVER_OPENED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "PAYLOAD_TOO_LARGE": {
        "value": {
          "success": false,
          "error": {
            "code": "PAYLOAD_TOO_LARGE",
            "http": 413,
            "message": "The request body is larger than 256 KiB.",
            "reason": "The size of request bodies is limited.",
            "fix": "Upload files with POST /media and refer to them by ID.",
            "docs": "http://127.0.0.1:3000/developers/errors/PAYLOAD_TOO_LARGE",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "VALIDATION_FAILED": {
        "value": {
          "success": false,
          "error": {
            "code": "VALIDATION_FAILED",
            "http": 422,
            "message": "to is required.",
            "reason": "One or more fields are missing or malformed.",
            "fix": "Correct the fields listed in errors.",
            "param": "to",
            "errors": [
              {
                "field": "to",
                "message": "is required"
              }
            ],
            "docs": "http://127.0.0.1:3000/developers/errors/VALIDATION_FAILED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "CHANNEL_UNSUPPORTED": {
        "value": {
          "success": false,
          "error": {
            "code": "CHANNEL_UNSUPPORTED",
            "http": 422,
            "message": "There is no channel sms.",
            "reason": "The channels are whatsapp, instagram, messenger and web.",
            "fix": "Use one of these channels.",
            "param": "channel",
            "docs": "http://127.0.0.1:3000/developers/errors/CHANNEL_UNSUPPORTED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "RECIPIENT_INVALID": {
        "value": {
          "success": false,
          "error": {
            "code": "RECIPIENT_INVALID",
            "http": 422,
            "message": "ada is not a valid recipient: an international phone number, digits only, or a user ID such as US.13491208655302741918.",
            "reason": "Each channel has a different recipient format.",
            "fix": "Correct the recipient for this channel.",
            "param": "to",
            "docs": "http://127.0.0.1:3000/developers/errors/RECIPIENT_INVALID",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "MEDIA_REQUIRED": {
        "value": {
          "success": false,
          "error": {
            "code": "MEDIA_REQUIRED",
            "http": 422,
            "message": "A message of type image requires media.id or media.url.",
            "reason": "A media message requires a file.",
            "fix": "Upload the file with POST /media and send its ID, or send a public https URL.",
            "param": "media",
            "docs": "http://127.0.0.1:3000/developers/errors/MEDIA_REQUIRED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "PROVIDER_REJECTED": {
        "value": {
          "success": false,
          "error": {
            "code": "PROVIDER_REJECTED",
            "http": 502,
            "message": "The provider refused the message: Message undeliverable.",
            "reason": "The channel provider did not accept the message.",
            "fix": "See provider_error for the provider's code and message.",
            "provider_error": {
              "code": 131026,
              "message": "Message undeliverable"
            },
            "docs": "http://127.0.0.1:3000/developers/errors/PROVIDER_REJECTED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "PROVIDER_UNAVAILABLE": {
        "value": {
          "success": false,
          "error": {
            "code": "PROVIDER_UNAVAILABLE",
            "http": 503,
            "message": "The provider of whatsapp is temporarily unavailable.",
            "reason": "The channel provider is down or refuses connections.",
            "fix": "Retry after 30 s, 2 min and 5 min. Retrying with the same Idempotency-Key is safe.",
            "docs": "http://127.0.0.1:3000/developers/errors/PROVIDER_UNAVAILABLE",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "RECIPIENT_OPTED_OUT": {
        "value": {
          "success": false,
          "error": {
            "code": "RECIPIENT_OPTED_OUT",
            "http": 403,
            "message": "The recipient 905551112233 is on the opt-out list.",
            "reason": "Marketing templates are not sent to people who opted out.",
            "fix": "Send a template of another category, or do not send to this person.",
            "param": "to",
            "docs": "http://127.0.0.1:3000/developers/errors/RECIPIENT_OPTED_OUT",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "TEMPLATE_NOT_FOUND": {
        "value": {
          "success": false,
          "error": {
            "code": "TEMPLATE_NOT_FOUND",
            "http": 404,
            "message": "There is no template order_udpate.",
            "reason": "The account has no template with that name and language.",
            "fix": "Call GET /templates to see all templates.",
            "param": "name",
            "docs": "http://127.0.0.1:3000/developers/errors/TEMPLATE_NOT_FOUND",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "CHANNEL_FEATURE_UNSUPPORTED": {
        "value": {
          "success": false,
          "error": {
            "code": "CHANNEL_FEATURE_UNSUPPORTED",
            "http": 422,
            "message": "The channel instagram does not support template.",
            "reason": "Channels support different features.",
            "fix": "Call GET /channels to see what each channel supports.",
            "param": "channel",
            "docs": "http://127.0.0.1:3000/developers/errors/CHANNEL_FEATURE_UNSUPPORTED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "TEMPLATE_NOT_APPROVED": {
        "value": {
          "success": false,
          "error": {
            "code": "TEMPLATE_NOT_APPROVED",
            "http": 422,
            "message": "The template pending_one is PENDING.",
            "reason": "Only approved templates can be sent.",
            "fix": "Wait for approval, or use another template.",
            "param": "name",
            "docs": "http://127.0.0.1:3000/developers/errors/TEMPLATE_NOT_APPROVED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "TEMPLATE_HEADER_MISSING": {
        "value": {
          "success": false,
          "error": {
            "code": "TEMPLATE_HEADER_MISSING",
            "http": 422,
            "message": "The template promo_spring has a header of format IMAGE, but the request has no header.",
            "reason": "The header has a variable, or a file without a sample.",
            "fix": "Send a header with media_id or url, or with text for a text header.",
            "param": "header",
            "docs": "http://127.0.0.1:3000/developers/errors/TEMPLATE_HEADER_MISSING",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "TEMPLATE_BUTTON_PARAM_MISSING": {
        "value": {
          "success": false,
          "error": {
            "code": "TEMPLATE_BUTTON_PARAM_MISSING",
            "http": 422,
            "message": "Button 0 of the template order_update needs a value for the variable in its URL.",
            "reason": "The URL of a dynamic button ends in a variable, and some other buttons need a code.",
            "fix": "Send buttons with an entry {index, text} for this button. Only POST /messages/template accepts buttons.",
            "param": "buttons",
            "docs": "http://127.0.0.1:3000/developers/errors/TEMPLATE_BUTTON_PARAM_MISSING",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "TEMPLATE_VARIABLES_MISSING": {
        "value": {
          "success": false,
          "error": {
            "code": "TEMPLATE_VARIABLES_MISSING",
            "http": 422,
            "message": "The template order_update expects 2 variables and got 1: {{2}} missing.",
            "reason": "Each variable of a template requires a value.",
            "fix": "Send a value for each variable. GET /templates lists the variables.",
            "param": "variables",
            "docs": "http://127.0.0.1:3000/developers/errors/TEMPLATE_VARIABLES_MISSING",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "TEMPLATE_VARIABLES_FORMAT": {
        "value": {
          "success": false,
          "error": {
            "code": "TEMPLATE_VARIABLES_FORMAT",
            "http": 422,
            "message": "The template order_update is POSITIONAL: variables must be an array.",
            "reason": "POSITIONAL templates require an array, NAMED templates an object.",
            "fix": "Send the variables in the format of the template.",
            "param": "variables",
            "docs": "http://127.0.0.1:3000/developers/errors/TEMPLATE_VARIABLES_FORMAT",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "MESSAGE_NOT_FOUND": {
        "value": {
          "success": false,
          "error": {
            "code": "MESSAGE_NOT_FOUND",
            "http": 404,
            "message": "There is no message msg_17000000000000000001 in this account.",
            "reason": "The account has no message with this ID, or the message was sent more than 90 days ago.",
            "fix": "Check the ID. The response to the send contains it as `id`.",
            "param": "id",
            "docs": "http://127.0.0.1:3000/developers/errors/MESSAGE_NOT_FOUND",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "MEDIA_TOO_LARGE": {
        "value": {
          "success": false,
          "error": {
            "code": "MEDIA_TOO_LARGE",
            "http": 413,
            "message": "The file is larger than the 5 MB allowed for image.",
            "reason": "Each kind of media has a size limit.",
            "fix": "Send a smaller file.",
            "param": "file",
            "docs": "http://127.0.0.1:3000/developers/errors/MEDIA_TOO_LARGE",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "MEDIA_TYPE_UNSUPPORTED": {
        "value": {
          "success": false,
          "error": {
            "code": "MEDIA_TYPE_UNSUPPORTED",
            "http": 415,
            "message": "The file cannot be sent: image/svg+xml is not a supported type.",
            "reason": "Providers accept only certain file types.",
            "fix": "Convert the file to one of the supported types.",
            "param": "file",
            "docs": "http://127.0.0.1:3000/developers/errors/MEDIA_TYPE_UNSUPPORTED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "MEDIA_UPLOAD_FAILED": {
        "value": {
          "success": false,
          "error": {
            "code": "MEDIA_UPLOAD_FAILED",
            "http": 502,
            "message": "The provider refused the file: (#131053) Media upload error.",
            "reason": "The provider received the file and did not accept it.",
            "fix": "Check the file. If it is valid, try again.",
            "provider_error": {
              "code": 131053,
              "message": "(#131053) Media upload error"
            },
            "docs": "http://127.0.0.1:3000/developers/errors/MEDIA_UPLOAD_FAILED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "CONTACT_NOT_FOUND": {
        "value": {
          "success": false,
          "error": {
            "code": "CONTACT_NOT_FOUND",
            "http": 404,
            "message": "There is no contact 905551112233.",
            "reason": "The account has no contact with this number or ID.",
            "fix": "Check the number or ID, or create the contact with POST /contacts.",
            "param": "phone",
            "docs": "http://127.0.0.1:3000/developers/errors/CONTACT_NOT_FOUND",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "CONVERSATION_NOT_FOUND": {
        "value": {
          "success": false,
          "error": {
            "code": "CONVERSATION_NOT_FOUND",
            "http": 404,
            "message": "There is no conversation with 905551112233.",
            "reason": "No messages have been exchanged with this number or ID.",
            "fix": "Call GET /conversations to see all conversations.",
            "param": "phone",
            "docs": "http://127.0.0.1:3000/developers/errors/CONVERSATION_NOT_FOUND",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "FLOW_MODULE_DISABLED": {
        "value": {
          "success": false,
          "error": {
            "code": "FLOW_MODULE_DISABLED",
            "http": 403,
            "message": "The campaign flow module is not enabled for this account.",
            "reason": "The account does not include this module.",
            "fix": "Ask the operator to enable the flow module.",
            "docs": "http://127.0.0.1:3000/developers/errors/FLOW_MODULE_DISABLED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "FLOW_INVALID": {
        "value": {
          "success": false,
          "error": {
            "code": "FLOW_INVALID",
            "http": 422,
            "message": "The flow cannot be saved: button names no button of promo_spring: there is no \"Buy\", but 0 \"Tell me more\", 1 \"Stop promotions\".",
            "reason": "The whole flow is validated before it is saved.",
            "fix": "Correct the problem that the message describes.",
            "param": "button",
            "docs": "http://127.0.0.1:3000/developers/errors/FLOW_INVALID",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "FLOW_NOT_FOUND": {
        "value": {
          "success": false,
          "error": {
            "code": "FLOW_NOT_FOUND",
            "http": 404,
            "message": "There is no flow 7.",
            "reason": "The account has no flow with this ID.",
            "fix": "Call GET /flows to see all flows.",
            "param": "id",
            "docs": "http://127.0.0.1:3000/developers/errors/FLOW_NOT_FOUND",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "FLOW_HAS_RUNS": {
        "value": {
          "success": false,
          "error": {
            "code": "FLOW_HAS_RUNS",
            "http": 422,
            "message": "The flow 7 has runs.",
            "reason": "Deleting the flow would also delete the records of its runs.",
            "fix": "Repeat the request with force=true to delete the flow and its runs.",
            "param": "force",
            "docs": "http://127.0.0.1:3000/developers/errors/FLOW_HAS_RUNS",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "FLOW_NOT_TESTABLE": {
        "value": {
          "success": false,
          "error": {
            "code": "FLOW_NOT_TESTABLE",
            "http": 422,
            "message": "The flow cannot be tested: the flow has no steps.",
            "reason": "A test requires at least one step and a recipient who wrote within the last 24 hours.",
            "fix": "Add a step, or have the recipient write first.",
            "docs": "http://127.0.0.1:3000/developers/errors/FLOW_NOT_TESTABLE",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "WEBHOOK_MODULE_DISABLED": {
        "value": {
          "success": false,
          "error": {
            "code": "WEBHOOK_MODULE_DISABLED",
            "http": 403,
            "message": "The webhook module is not enabled for this account.",
            "reason": "The account does not include this module.",
            "fix": "Ask the operator to enable the webhook module.",
            "docs": "http://127.0.0.1:3000/developers/errors/WEBHOOK_MODULE_DISABLED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "WEBHOOK_NOT_CONFIGURED": {
        "value": {
          "success": false,
          "error": {
            "code": "WEBHOOK_NOT_CONFIGURED",
            "http": 409,
            "message": "The account has no active webhook endpoint.",
            "reason": "No webhook URL is set, or the endpoint was disabled after failures.",
            "fix": "Ask the operator to set or re-enable the webhook endpoint.",
            "docs": "http://127.0.0.1:3000/developers/errors/WEBHOOK_NOT_CONFIGURED",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "WEBHOOK_URL_INVALID": {
        "value": {
          "success": false,
          "error": {
            "code": "WEBHOOK_URL_INVALID",
            "http": 422,
            "message": "The webhook URL cannot be used: it must be https.",
            "reason": "Webhook URLs must be https and reachable from the internet.",
            "fix": "Set a public https URL.",
            "docs": "http://127.0.0.1:3000/developers/errors/WEBHOOK_URL_INVALID",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      },
      "WEBHOOK_UNREACHABLE": {
        "value": {
          "success": false,
          "error": {
            "code": "WEBHOOK_UNREACHABLE",
            "http": 502,
            "message": "The webhook endpoint did not return 2xx for the test event: no response within 10 s.",
            "reason": "The receiver could not be reached, was too slow or refused the event.",
            "fix": "Check that the receiver is running and returns 2xx within 10 seconds. If it refuses the signature, check its signing secret.",
            "docs": "http://127.0.0.1:3000/developers/errors/WEBHOOK_UNREACHABLE",
            "request_id": "req_01jd3v5q8yw2"
          }
        }
      }
    }
  }
};
