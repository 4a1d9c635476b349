-- unpaid orders count no more
UPDATE "goods" g SET "sold" = g."sold" - o.pieces FROM (
	SELECT goods_id, sum((quote ->> 'quantity')::int) AS pieces FROM "orders"
	WHERE state IN ('created', 'pending') AND goods_id IS NOT NULL GROUP BY goods_id
) o WHERE o.goods_id = g."id";--> statement-breakpoint
UPDATE "discount_uses" u SET "released_at" = now() FROM "orders" o
	WHERE o."id" = u."order_id" AND o.state IN ('created', 'pending') AND u."released_at" IS NULL;
