/* pg_schema - the tables of a store in PostgreSQL, as text: what `unisono store init` runs. */
#ifndef STORE_PG_SCHEMA_H
#define STORE_PG_SCHEMA_H

extern const char pg_schema[];

#endif
